import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { render as draw } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import { performerKeys } from "@/performers/api";
import type { Performer } from "@/performers/types";
import { type Session, sessionKeys } from "@/session/api";
import { type PublicSettings, settingsKeys } from "@/settings/api";
import Toaster from "@/ui/Toaster";
import { usualSettings } from "./settings";

export type Scene = {
  /** Who is logged in; nobody by default. */
  session?: Session | null;
  /** The address, with its query. */
  path?: string;
  /** The pattern of the path, such as "/room/$username", when parameters are read. */
  route?: string;
  /** Other addresses that exist, for links and menus. */
  pages?: string[];
  settings?: Partial<PublicSettings>;
  /** Whose cards some list has shown. */
  cards?: Performer[];
};

/** A cache that knows the scene's person and settings, and asks each question once. */
export function sceneQueries({ session = null, settings = {}, cards }: Scene = {}): QueryClient {
  const queries = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: 60_000 } },
  });
  queries.setQueryData(sessionKeys.me, session);
  queries.setQueryData(settingsKeys.public, { ...usualSettings, ...settings });
  if (cards) {
    queries.setQueryData(performerKeys.search({}, 0), { data: cards, total: cards.length });
  }
  return queries;
}

/** Draws a component as part of a page, and answers once it is on screen. */
export async function render(ui: ReactNode, scene: Scene = {}) {
  const queries = sceneQueries(scene);
  const path = scene.path ?? "/";
  const pattern = scene.route ?? path.replace(/[?#].*/, "");
  const root = createRootRoute();
  const here = createRoute({ getParentRoute: () => root, path: pattern, component: () => ui });
  const others = (scene.pages ?? [])
    .filter((page) => page !== pattern)
    .map((page) => createRoute({ getParentRoute: () => root, path: page, component: () => page }));
  const router = createRouter({
    routeTree: root.addChildren([here, ...others]),
    history: createMemoryHistory({ initialEntries: [path] }),
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (query) => {
      const text = new URLSearchParams(query).toString();
      return text && `?${text}`;
    },
  });
  await router.load();
  const drawn = draw(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  );
  return { ...drawn, user: userEvent.setup(), queries, router };
}
