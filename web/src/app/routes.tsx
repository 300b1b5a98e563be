import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
} from "@tanstack/react-router";
import type { ComponentType } from "react";
import type { Requirement } from "@/session/redirects";
import { ErrorPage } from "./ErrorPage";
import { admit } from "./guard";
import { type Layout, Sidebar } from "./layouts/Shell";
import { NotFoundPage } from "./NotFoundPage";
import { Root } from "./Root";

/** One page: its address, the layout around it, who may see it, and the file that draws it. */
type Page = {
  path: string;
  layout: Layout;
  authenticate?: Requirement;
  load: () => Promise<{ default: ComponentType }>;
};

/** The only route table. A page's menu entries (menus.ts) appear as soon as its line is here. */
export const pages: readonly Page[] = [
  { path: "/", layout: "public", load: () => import("@/features/home/HomePage") },
  { path: "/cams", layout: "public", load: () => import("@/features/browse/BrowsePage") },
  { path: "/search/models", layout: "public", load: () => import("@/features/browse/BrowsePage") },
  { path: "/category/$slug", layout: "public", load: () => import("@/features/browse/BrowsePage") },
  { path: "/vip-models", layout: "public", load: () => import("@/features/browse/BrowsePage") },
  { path: "/room/$username", layout: "default", load: () => import("./RoomPage") },
  {
    path: "/live",
    layout: "default",
    authenticate: "performer",
    load: () => import("./LivePage"),
  },
  {
    path: "/live/groupchat",
    layout: "default",
    authenticate: "performer",
    load: () => import("@/features/group/GroupPage"),
  },
  {
    path: "/live/webrtc/groupchat",
    layout: "default",
    authenticate: "performer",
    load: () => import("@/features/group/GroupPage"),
  },
  {
    path: "/live/groupchat/$username",
    layout: "default",
    authenticate: "user",
    load: () => import("./GroupSeatPage"),
  },
  {
    path: "/live/privatechat/$conversationId",
    layout: "default",
    authenticate: ["user", "performer"],
    load: () => import("./PrivatePage"),
  },
  {
    path: "/live/webrtc/privatechat/$conversationId",
    layout: "default",
    authenticate: ["user", "performer"],
    load: () => import("./PrivatePage"),
  },
  {
    path: "/account/user/favorites",
    layout: "primary",
    authenticate: "user",
    load: () => import("@/features/favourites/FavouritesPage"),
  },
  { path: "/403", layout: "public", load: () => import("./ForbiddenPage") },
  { path: "/404", layout: "public", load: () => import("./MissingPage") },
  { path: "/auth/login/user", layout: "auth", load: () => import("@/features/auth/LoginUserPage") },
  {
    path: "/auth/login/performer",
    layout: "auth",
    load: () => import("@/features/auth/LoginPerformerPage"),
  },
  {
    path: "/auth/login/admin",
    layout: "auth",
    load: () => import("@/features/auth/LoginAdminPage"),
  },
  { path: "/studio/login", layout: "auth", load: () => import("@/features/auth/LoginStudioPage") },
  {
    path: "/auth/register/user",
    layout: "auth",
    load: () => import("@/features/auth/RegisterUserPage"),
  },
  {
    path: "/auth/register/performer",
    layout: "auth",
    load: () => import("@/features/auth/RegisterPerformerPage"),
  },
  {
    path: "/studio/register",
    layout: "auth",
    load: () => import("@/features/auth/RegisterStudioPage"),
  },
  {
    path: "/auth/forgot-password",
    layout: "auth",
    load: () => import("@/features/auth/ForgotPasswordPage"),
  },
  {
    path: "/auth/reset-password",
    layout: "public",
    load: () => import("@/features/auth/ResetPasswordPage"),
  },
  {
    path: "/auth/verify-email",
    layout: "public",
    load: () => import("@/features/auth/VerifyEmailPage"),
  },
  {
    path: "/admin/identity-checks",
    layout: "primary",
    authenticate: "admin",
    load: () => import("@/features/admin/identity/IdentityChecksPage"),
  },
  {
    path: "/admin/identity-checks/$id",
    layout: "primary",
    authenticate: "admin",
    load: () => import("@/features/admin/identity/IdentityCheckPage"),
  },
  {
    path: "/admin/settings",
    layout: "primary",
    authenticate: "admin",
    load: () => import("@/features/admin/settings/AdminSettingsPage"),
  },
  {
    path: "/account/user/account-settings",
    layout: "primary",
    authenticate: "user",
    load: () => import("@/features/account/UserSettingsPage"),
  },
  {
    path: "/account/user/payment-token-history",
    layout: "primary",
    authenticate: "user",
    load: () => import("@/features/money/TokenHistoryPage"),
  },
  {
    path: "/account/performer/profile",
    layout: "primary",
    authenticate: "performer",
    load: () => import("@/features/performer/ProfilePage"),
  },
  {
    path: "/account/performer/account-settings",
    layout: "primary",
    authenticate: "performer",
    load: () => import("@/features/account/PerformerSettingsPage"),
  },
  {
    path: "/account/performer/earning",
    layout: "primary",
    authenticate: "performer",
    load: () => import("@/features/money/EarningPage"),
  },
  {
    path: "/account/performer/recordings",
    layout: "primary",
    authenticate: "performer",
    load: () => import("@/features/recordings/RecordingsPage"),
  },
  {
    path: "/account/performer/wheel",
    layout: "primary",
    authenticate: "performer",
    load: () => import("@/features/wheel/SettingsWheelPage"),
  },
  {
    path: "/account/performer/goals",
    layout: "primary",
    authenticate: "performer",
    load: () => import("./GoalsPage"),
  },
  {
    path: "/account/performer/geo-block",
    layout: "primary",
    authenticate: "performer",
    load: () => import("@/features/performer/BlockingPage"),
  },
  {
    path: "/studio/account-settings",
    layout: "primary",
    authenticate: "studio",
    load: () => import("@/features/account/StudioSettingsPage"),
  },
  {
    path: "/studio/models",
    layout: "primary",
    authenticate: "studio",
    load: () => import("@/features/studio/ModelsPage"),
  },
  {
    path: "/studio/models/stats",
    layout: "primary",
    authenticate: "studio",
    load: () => import("@/features/studio/ModelStatsPage"),
  },
  {
    path: "/studio/commissions",
    layout: "primary",
    authenticate: "studio",
    load: () => import("@/features/studio/CommissionsPage"),
  },
  {
    path: "/admin",
    layout: "primary",
    authenticate: "admin",
    load: () => import("@/features/admin/office/DashboardPage"),
  },
  {
    path: "/admin/shows",
    layout: "primary",
    authenticate: "admin",
    load: () => import("@/features/admin/shows/ShowsPage"),
  },
  {
    path: "/admin/accounts",
    layout: "primary",
    authenticate: "admin",
    load: () => import("@/features/admin/accounts/AccountsPage"),
  },
  {
    path: "/admin/mails",
    layout: "primary",
    authenticate: "admin",
    load: () => import("@/features/admin/office/MailsPage"),
  },
  {
    path: "/admin/mails/$id",
    layout: "primary",
    authenticate: "admin",
    load: () => import("@/features/admin/office/MailPage"),
  },
  {
    path: "/admin/audit-log",
    layout: "primary",
    authenticate: "admin",
    load: () => import("@/features/admin/office/AuditLogPage"),
  },
  {
    path: "/admin/contact-messages",
    layout: "primary",
    authenticate: "admin",
    load: () => import("@/features/admin/office/ContactMessagesPage"),
  },
  { path: "/page/$id", layout: "public", load: () => import("@/features/pages/PostPage") },
  { path: "/contact", layout: "public", load: () => import("@/features/pages/ContactPage") },
  {
    path: "/admin/categories",
    layout: "primary",
    authenticate: "admin",
    load: () => import("@/features/admin/content/CategoriesPage"),
  },
  {
    path: "/admin/posts",
    layout: "primary",
    authenticate: "admin",
    load: () => import("@/features/admin/content/PostsPage"),
  },
  {
    path: "/admin/posts/$id",
    layout: "primary",
    authenticate: "admin",
    load: () => import("@/features/admin/content/PostEditPage"),
  },
  {
    path: "/admin/banners",
    layout: "primary",
    authenticate: "admin",
    load: () => import("@/features/admin/content/BannersPage"),
  },
  ...(import.meta.env.DEV
    ? ([
        { path: "/styleguide", layout: "public", load: () => import("./StyleguidePage") },
      ] satisfies Page[])
    : []),
];

export type RouterContext = { queries: QueryClient };

export function makeRouter(queries: QueryClient, history?: RouterHistory, table = pages) {
  const root = createRootRouteWithContext<RouterContext>()({
    component: Root,
    notFoundComponent: NotFoundPage,
  });
  const routes = table.map(({ path, layout, authenticate, load }) =>
    createRoute({
      getParentRoute: () => root,
      path,
      component: lazyRouteComponent(layout === "primary" ? () => withSidebar(load) : load),
      staticData: { layout },
      beforeLoad: ({ location }) => admit(queries, { layout, authenticate, href: location.href }),
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

async function withSidebar(load: Page["load"]) {
  const [page] = await Promise.all([load(), Sidebar.fetch()]);
  return page;
}

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    layout?: Layout;
  }
}
