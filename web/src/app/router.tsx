import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
} from "@tanstack/react-router";
import { withTexts } from "@/i18n/language";
import { inLanguage } from "@/i18n/useLanguage";
import { leavesScripts } from "@/settings/boot";
import { ErrorPage } from "./ErrorPage";
import { admit } from "./guard";
import { type Layout, Sidebar } from "./layouts/Shell";
import { NotFoundPage } from "./NotFoundPage";
import { Root } from "./Root";
import { type Page, pages } from "./routes";

export type RouterContext = { queries: QueryClient };

export function makeRouter(queries: QueryClient, history?: RouterHistory, table = pages) {
  const root = createRootRouteWithContext<RouterContext>()({
    component: Root,
    notFoundComponent: NotFoundPage,
  });
  const routes = table.map(({ path, layout, authenticate, load, begin }) =>
    createRoute({
      getParentRoute: () => root,
      path,
      component: lazyRouteComponent(() => drawn(load, layout === "primary")),
      staticData: { layout },
      beforeLoad: async ({ location, params, preload }) => {
        if (!preload && leavesScripts(location.pathname)) await loadAnew(location.href);
        if (!preload) begin?.(queries, params);
        return admit(queries, { layout, authenticate, href: location.href });
      },
    }),
  );
  return createRouter({
    routeTree: root.addChildren(routes),
    context: { queries },
    defaultPreload: "intent",
    defaultErrorComponent: ErrorPage,
    scrollRestoration: true,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (query) => {
      const text = new URLSearchParams(query).toString();
      return text && `?${text}`;
    },
    ...(history && { history }),
  });
}

// The document ends; what waits for it never goes on.
function loadAnew(href: string): Promise<never> {
  if (window.location.href === new URL(href, window.location.origin).href) window.location.reload();
  else window.location.replace(href);
  return new Promise(() => {});
}

async function drawn(load: Page["load"], isPrimary: boolean) {
  const [page] = await Promise.all([load(), isPrimary && Sidebar.fetch()]);
  return { default: inLanguage((await withTexts(page)).default) };
}

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    layout?: Layout;
  }
}
