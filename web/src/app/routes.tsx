import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import type { Requirement } from "@/session/redirects";
import { beginRoom } from "./beginRoom";
import type { Layout } from "./layouts/Shell";

/** One page: its address, the layout around it, who may see it, and the file that draws it. */
export type Page = {
  path: string;
  layout: Layout;
  authenticate?: Requirement;
  load: () => Promise<{ default: ComponentType }>;
  /** What is begun when somebody goes there, before the page is here. */
  begin?: (queries: QueryClient, params: Readonly<Record<string, string>>) => void;
};

/** The only route table. A page's menu entries (menus.ts) appear as soon as its line is here. */
export const pages: readonly Page[] = [
  { path: "/", layout: "public", load: () => import("@/features/home/HomePage") },
  { path: "/cams", layout: "public", load: () => import("@/features/browse/BrowsePage") },
  { path: "/search/models", layout: "public", load: () => import("@/features/browse/BrowsePage") },
  { path: "/category/$slug", layout: "public", load: () => import("@/features/browse/BrowsePage") },
  { path: "/vip-models", layout: "public", load: () => import("@/features/browse/BrowsePage") },
  {
    path: "/room/$username",
    layout: "default",
    load: () => import("./RoomPage"),
    begin: (queries, { username = "" }) => beginRoom(queries, username),
  },
  {
    path: "/gallery/$id",
    layout: "public",
    load: () => import("@/features/store/GalleryPage"),
  },
  { path: "/video/$id", layout: "public", load: () => import("@/features/store/VideoPage") },
  { path: "/product/$id", layout: "public", load: () => import("@/features/store/ProductPage") },
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
  inside("user", "/account/user/favorites", () => import("@/features/favourites/FavouritesPage")),
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
  inside(
    "admin",
    "/admin/identity-checks",
    () => import("@/features/admin/identity/IdentityChecksPage"),
  ),
  inside(
    "admin",
    "/admin/identity-checks/$id",
    () => import("@/features/admin/identity/IdentityCheckPage"),
  ),
  inside("admin", "/admin/asset-reviews", () => import("@/features/admin/assets/AssetReviewsPage")),
  inside("admin", "/admin/assets", () => import("@/features/admin/assets/OfferedPage")),
  inside("admin", "/admin/settings", () => import("@/features/admin/settings/AdminSettingsPage")),
  inside(
    "user",
    "/account/user/account-settings",
    () => import("@/features/account/UserSettingsPage"),
  ),
  inside("user", "/account/user/funds-tokens", () => import("@/features/shop/FundsTokensPage")),
  inside("user", "/account/user/transaction-history", () => import("@/features/shop/PaymentsPage")),
  inside(
    "user",
    "/account/user/purchased-gallery",
    () => import("@/features/store/PurchasedGalleryPage"),
  ),
  inside(
    "user",
    "/account/user/purchased-video",
    () => import("@/features/store/PurchasedVideoPage"),
  ),
  inside(
    "user",
    "/account/user/purchased-product",
    () => import("@/features/store/PurchasedProductPage"),
  ),
  inside(
    "user",
    "/account/user/payment-token-history",
    () => import("@/features/earnings/TokenHistoryPage"),
  ),
  inside(
    "user",
    "/account/user/refund-requests",
    () => import("@/features/refunds/RefundRequestsPage"),
  ),
  inside("user", "/account/user/orders", () => import("@/features/orders/MyOrdersPage")),
  inside("user", "/account/user/orders/$id", () => import("@/features/orders/MyOrderPage")),
  inside(
    "performer",
    "/account/performer/orders",
    () => import("@/features/orders/SoldOrdersPage"),
  ),
  inside(
    "performer",
    "/account/performer/orders/$id",
    () => import("@/features/orders/SoldOrderPage"),
  ),
  inside("user", "/account/user/referral", () => import("@/features/referrals/ReferralPage")),
  inside(
    "performer",
    "/account/performer/referral",
    () => import("@/features/referrals/ReferralPage"),
  ),
  inside(
    "performer",
    "/account/performer/profile",
    () => import("@/features/performer/ProfilePage"),
  ),
  inside(
    "performer",
    "/account/performer/account-settings",
    () => import("./PerformerSettingsPage"),
  ),
  inside("performer", "/account/performer/earning", () => import("./EarningPage")),
  inside(
    "performer",
    "/account/performer/payout-requests",
    () => import("@/features/payouts/PayoutRequestsPage"),
  ),
  inside(
    "performer",
    "/account/performer/recordings",
    () => import("@/features/recordings/RecordingsPage"),
  ),
  inside(
    "performer",
    "/account/performer/wheel",
    () => import("@/features/wheel/SettingsWheelPage"),
  ),
  inside("performer", "/account/performer/videos", () => import("@/features/assets/VideosPage")),
  inside("performer", "/account/performer/videos/$id", () => import("@/features/assets/VideoPage")),
  inside(
    "performer",
    "/account/performer/products",
    () => import("@/features/assets/ProductsPage"),
  ),
  inside(
    "performer",
    "/account/performer/products/$id",
    () => import("@/features/assets/ProductPage"),
  ),
  inside(
    "performer",
    "/account/performer/galleries",
    () => import("@/features/assets/GalleriesPage"),
  ),
  inside(
    "performer",
    "/account/performer/galleries/$id",
    () => import("@/features/assets/GalleryPage"),
  ),
  inside("performer", "/account/performer/goals", () => import("./GoalsPage")),
  inside(
    "performer",
    "/account/performer/geo-block",
    () => import("@/features/performer/BlockingPage"),
  ),
  inside(
    "studio",
    "/studio/account-settings",
    () => import("@/features/account/StudioSettingsPage"),
  ),
  inside("studio", "/studio/models", () => import("@/features/studio/ModelsPage")),
  inside("studio", "/studio/models/stats", () => import("@/features/studio/ModelStatsPage")),
  inside("studio", "/studio/commissions", () => import("@/features/rates/StudioCommissionsPage")),
  inside(
    "studio",
    "/studio/payout-requests",
    () => import("@/features/payouts/PayoutRequestsPage"),
  ),
  inside(
    "studio",
    "/studio/payout-requests/performer-requests",
    () => import("@/features/payouts/MemberRequestsPage"),
  ),
  inside("studio", "/studio/earning", () => import("./StudioEarningPage")),
  inside("admin", "/admin/login-settings", () => import("@/features/account/AdminLoginPage")),
  inside("admin", "/admin", () => import("@/features/admin/office/DashboardPage")),
  inside("admin", "/admin/shows", () => import("@/features/admin/shows/ShowsPage")),
  inside("admin", "/admin/payouts", () => import("@/features/admin/payouts/PayoutsPage")),
  inside("admin", "/admin/payouts/batches/$id", () => import("@/features/admin/payouts/BatchPage")),
  inside("admin", "/admin/accounts", () => import("@/features/admin/accounts/AccountsPage")),
  inside("admin", "/admin/payments", () => import("@/features/admin/payments/AdminPaymentsPage")),
  inside(
    "admin",
    "/admin/payments/quarantine",
    () => import("@/features/admin/payments/QuarantinePage"),
  ),
  inside(
    "admin",
    "/admin/payments/receivables",
    () => import("@/features/admin/payments/ReceivablesPage"),
  ),
  inside(
    "admin",
    "/admin/payments/$id",
    () => import("@/features/admin/payments/AdminPaymentPage"),
  ),
  inside("admin", "/admin/finance", () => import("@/features/admin/finance/FinancePage")),
  inside(
    "admin",
    "/admin/finance/transfers",
    () => import("@/features/admin/finance/TransfersPage"),
  ),
  inside(
    "admin",
    "/admin/finance/transfers/$id",
    () => import("@/features/admin/finance/TransferPage"),
  ),
  inside("admin", "/admin/finance/people/$id", () => import("@/features/admin/finance/PersonPage")),
  inside("admin", "/admin/refunds", () => import("@/features/admin/refunds/RefundsPage")),
  inside("admin", "/admin/refunds/$id", () => import("@/features/admin/refunds/RefundPage")),
  inside("admin", "/admin/orders", () => import("@/features/admin/orders/OrdersPage")),
  inside(
    "admin",
    "/admin/transcoding",
    () => import("@/features/admin/transcoding/TranscodingPage"),
  ),
  inside("admin", "/admin/token-packages", () => import("@/features/admin/payments/PackagesPage")),
  inside("admin", "/admin/gateways", () => import("@/features/admin/payments/GatewaysPage")),
  inside("admin", "/admin/commissions", () => import("@/features/rates/AdminCommissionsPage")),
  inside("admin", "/admin/mails", () => import("@/features/admin/office/MailsPage")),
  inside("admin", "/admin/mails/$id", () => import("@/features/admin/office/MailPage")),
  inside("admin", "/admin/audit-log", () => import("@/features/admin/office/AuditLogPage")),
  inside(
    "admin",
    "/admin/contact-messages",
    () => import("@/features/admin/office/ContactMessagesPage"),
  ),
  { path: "/page/$id", layout: "public", load: () => import("@/features/pages/PostPage") },
  { path: "/proof", layout: "public", load: () => import("@/features/journal/ProofPage") },
  { path: "/contact", layout: "public", load: () => import("@/features/pages/ContactPage") },
  inside("admin", "/admin/categories", () => import("@/features/admin/content/CategoriesPage")),
  inside("admin", "/admin/posts", () => import("@/features/admin/content/PostsPage")),
  inside("admin", "/admin/posts/$id", () => import("@/features/admin/content/PostEditPage")),
  inside("admin", "/admin/banners", () => import("@/features/admin/content/BannersPage")),
  ...(import.meta.env.DEV
    ? ([
        { path: "/styleguide", layout: "public", load: () => import("./StyleguidePage") },
      ] satisfies Page[])
    : []),
];

/** A page inside the account or the back office: with the sidebar, for whom it names. */
function inside(authenticate: Requirement, path: string, load: Page["load"]): Page {
  return { path, layout: "primary", authenticate, load };
}
