import type { QueryClient } from "@tanstack/react-query";
import type { ComponentType } from "react";
import type { AccountPage } from "@/declared/pages";
import type { Requirement } from "@/session/redirects";
import { beginRoom } from "./beginRoom";
import type { Layout } from "./layouts/Shell";
import { paths } from "./paths";

/** One page: its address, the layout around it, who may see it, and the file that draws it. */
export type Page = {
  path: string;
  layout: Layout;
  authenticate?: Requirement;
  load: () => Promise<{ default: ComponentType }>;
  /** What is begun when somebody goes there, before the page is here. */
  begin?: (queries: QueryClient, params: Readonly<Record<string, string>>) => void;
};

const declared = Object.values(
  import.meta.glob<AccountPage[]>("../features/**/pages.ts", { eager: true, import: "pages" }),
);

type Place = { readonly pattern: string };

/** The only route table, with what features declare. A page's menu entries (menus.ts) appear as soon as its line is here. */
export const pages: readonly Page[] = [
  page("public", paths.home, () => import("@/features/home/HomePage")),
  page("public", paths.cams, () => import("@/features/browse/BrowsePage")),
  page("public", paths.searchModels, () => import("@/features/browse/BrowsePage")),
  page("public", paths.category, () => import("@/features/browse/BrowsePage")),
  page("public", paths.vipModels, () => import("@/features/browse/BrowsePage")),
  page("default", paths.room, () => import("./RoomPage"), {
    begin: (queries, { username = "" }) => beginRoom(queries, username),
  }),
  page("public", paths.items.gallery, () => import("@/features/store/GalleryPage")),
  page("public", paths.items.video, () => import("@/features/store/VideoPage")),
  page("public", paths.items.product, () => import("@/features/store/ProductPage")),
  page("default", paths.live, () => import("./LivePage"), { authenticate: "performer" }),
  page("default", paths.groupChat.hls, () => import("@/features/group/GroupPage"), {
    authenticate: "performer",
  }),
  page("default", paths.groupChat.webrtc, () => import("@/features/group/GroupPage"), {
    authenticate: "performer",
  }),
  page("default", paths.groupSeat, () => import("./GroupSeatPage"), { authenticate: "user" }),
  page("default", paths.privateChat.hls, () => import("./PrivatePage"), {
    authenticate: ["user", "performer"],
  }),
  page("default", paths.privateChat.webrtc, () => import("./PrivatePage"), {
    authenticate: ["user", "performer"],
  }),
  page("panes", paths.messages, () => import("./MessagesPage"), {
    authenticate: ["user", "performer", "studio", "admin"],
  }),
  inside(
    ["user", "performer", "studio", "admin"],
    paths.notices,
    () => import("@/features/notices/NoticesPage"),
  ),
  inside(
    ["user", "performer", "studio", "admin"],
    paths.noticePreferences,
    () => import("@/features/notices/NoticePreferencesPage"),
  ),
  inside("user", paths.user.favorites, () => import("@/features/favourites/FavouritesPage")),
  page("public", paths.forbidden, () => import("./ForbiddenPage")),
  page("public", paths.notFound, () => import("./MissingPage")),
  page("auth", paths.loginUser, () => import("./LoginPage")),
  page("auth", paths.loginPerformer, () => import("@/features/auth/LoginPerformerPage")),
  page("auth", paths.loginAdmin, () => import("@/features/auth/LoginAdminPage")),
  page("auth", paths.loginStudio, () => import("@/features/auth/LoginStudioPage")),
  page("auth", paths.registerUser, () => import("./RegisterPage")),
  page("auth", paths.registerPerformer, () => import("@/features/auth/RegisterPerformerPage")),
  page("auth", paths.registerStudio, () => import("@/features/auth/RegisterStudioPage")),
  page("auth", paths.forgotPassword, () => import("@/features/auth/ForgotPasswordPage")),
  page("public", paths.resetPassword, () => import("@/features/auth/ResetPasswordPage")),
  page("public", paths.verifyEmail, () => import("@/features/auth/VerifyEmailPage")),
  page("public", paths.stopEmailChange, () => import("@/features/auth/StopEmailChangePage")),
  inside(
    "admin",
    paths.admin.identityChecks,
    () => import("@/features/admin/identity/IdentityChecksPage"),
  ),
  inside(
    "admin",
    paths.admin.identityCheck,
    () => import("@/features/admin/identity/IdentityCheckPage"),
  ),
  inside(
    "admin",
    paths.admin.assetReviews,
    () => import("@/features/admin/assets/AssetReviewsPage"),
  ),
  inside("admin", paths.admin.assets, () => import("@/features/admin/assets/OfferedPage")),
  inside(
    "admin",
    paths.admin.settings,
    () => import("@/features/admin/settings/AdminSettingsPage"),
  ),
  inside("user", paths.user.accountSettings, () => import("./MemberSettingsPage")),
  inside("user", paths.user.fundsTokens, () => import("@/features/shop/FundsTokensPage")),
  inside("user", paths.user.transactionHistory, () => import("@/features/shop/PaymentsPage")),
  inside(
    "user",
    paths.user.purchasedGallery,
    () => import("@/features/store/PurchasedGalleryPage"),
  ),
  inside("user", paths.user.purchasedVideo, () => import("@/features/store/PurchasedVideoPage")),
  inside(
    "user",
    paths.user.purchasedProduct,
    () => import("@/features/store/PurchasedProductPage"),
  ),
  inside(
    "user",
    paths.user.paymentTokenHistory,
    () => import("@/features/earnings/TokenHistoryPage"),
  ),
  inside("user", paths.user.orders, () => import("@/features/orders/MyOrdersPage")),
  inside("user", paths.user.order, () => import("./OrderPage")),
  inside("performer", paths.performer.orders, () => import("@/features/orders/SoldOrdersPage")),
  inside("performer", paths.performer.order, () => import("@/features/orders/SoldOrderPage")),
  inside("performer", paths.performer.profile, () => import("./PerformerProfilePage")),
  inside("performer", paths.performer.accountSettings, () => import("./PerformerSettingsPage")),
  inside("performer", paths.performer.earning, () => import("./EarningPage")),
  inside(
    "performer",
    paths.performer.payoutRequests,
    () => import("@/features/payouts/PayoutRequestsPage"),
  ),
  inside(
    "performer",
    paths.performer.schedules,
    () => import("@/features/schedules/SchedulesPage"),
  ),
  inside("performer", paths.performer.videos, () => import("@/features/assets/VideosPage")),
  inside("performer", paths.performer.video, () => import("@/features/assets/VideoPage")),
  inside("performer", paths.performer.products, () => import("@/features/assets/ProductsPage")),
  inside("performer", paths.performer.product, () => import("@/features/assets/ProductPage")),
  inside("performer", paths.performer.galleries, () => import("@/features/assets/GalleriesPage")),
  inside("performer", paths.performer.gallery, () => import("@/features/assets/GalleryPage")),
  inside("performer", paths.performer.goals, () => import("./GoalsPage")),
  inside(
    "performer",
    paths.performer.geoBlock,
    () => import("@/features/performer/blocking/BlockingPage"),
  ),
  inside(
    "studio",
    paths.studio.accountSettings,
    () => import("@/features/account/StudioSettingsPage"),
  ),
  inside("studio", paths.studio.models, () => import("@/features/studio/ModelsPage")),
  inside("studio", paths.studio.modelStats, () => import("@/features/studio/ModelStatsPage")),
  inside(
    "studio",
    paths.studio.commissions,
    () => import("@/features/rates/StudioCommissionsPage"),
  ),
  inside(
    "studio",
    paths.studio.payoutRequests,
    () => import("@/features/payouts/PayoutRequestsPage"),
  ),
  inside(
    "studio",
    paths.studio.performerRequests,
    () => import("@/features/payouts/MemberRequestsPage"),
  ),
  inside("studio", paths.studio.earning, () => import("./StudioEarningPage")),
  inside("admin", paths.admin.login, () => import("@/features/account/AdminLoginPage")),
  inside("admin", paths.admin.dashboard, () => import("./DashboardPage")),
  inside(
    "admin",
    paths.admin.recordings,
    () => import("@/features/admin/recordings/RecordingsPage"),
  ),
  inside("admin", paths.admin.shows, () => import("@/features/admin/shows/ShowsPage")),
  inside("admin", paths.admin.payouts, () => import("@/features/admin/payouts/PayoutsPage")),
  inside("admin", paths.admin.payoutBatch, () => import("@/features/admin/payouts/BatchPage")),
  inside("admin", paths.admin.accounts, () => import("@/features/admin/accounts/AccountsPage")),
  inside(
    "admin",
    paths.admin.payments,
    () => import("@/features/admin/payments/AdminPaymentsPage"),
  ),
  inside("admin", paths.admin.quarantine, () => import("@/features/admin/payments/QuarantinePage")),
  inside(
    "admin",
    paths.admin.receivables,
    () => import("@/features/admin/payments/ReceivablesPage"),
  ),
  inside("admin", paths.admin.payment, () => import("@/features/admin/payments/AdminPaymentPage")),
  inside("admin", paths.admin.finance, () => import("@/features/admin/finance/FinancePage")),
  inside("admin", paths.admin.transfers, () => import("@/features/admin/finance/TransfersPage")),
  inside("admin", paths.admin.transfer, () => import("@/features/admin/finance/TransferPage")),
  inside("admin", paths.admin.statement, () => import("@/features/admin/finance/PersonPage")),
  inside("admin", paths.admin.orders, () => import("@/features/admin/orders/OrdersPage")),
  inside(
    "admin",
    paths.admin.transcoding,
    () => import("@/features/admin/transcoding/TranscodingPage"),
  ),
  inside(
    "admin",
    paths.admin.tokenPackages,
    () => import("@/features/admin/payments/PackagesPage"),
  ),
  inside("admin", paths.admin.gateways, () => import("@/features/admin/payments/GatewaysPage")),
  inside("admin", paths.admin.commissions, () => import("@/features/rates/AdminCommissionsPage")),
  inside("admin", paths.admin.statistics, () => import("@/features/admin/office/StatisticsPage")),
  inside("admin", paths.admin.mails, () => import("@/features/admin/office/MailsPage")),
  inside("admin", paths.admin.mail, () => import("@/features/admin/office/MailPage")),
  inside("admin", paths.admin.audit, () => import("@/features/admin/office/AuditLogPage")),
  inside(
    "admin",
    paths.admin.contactMessages,
    () => import("@/features/admin/office/ContactMessagesPage"),
  ),
  page("public", paths.page, () => import("@/features/pages/PostPage")),
  page("public", paths.proof, () => import("@/features/journal/ProofPage")),
  page("public", paths.ranking, () => import("@/features/ranking/RankingPage")),
  page("public", paths.contact, () => import("@/features/pages/ContactPage")),
  inside("admin", paths.admin.categories, () => import("@/features/admin/content/CategoriesPage")),
  inside("admin", paths.admin.posts, () => import("@/features/admin/content/PostsPage")),
  inside("admin", paths.admin.post, () => import("@/features/admin/content/PostEditPage")),
  inside("admin", paths.admin.banners, () => import("@/features/admin/content/BannersPage")),
  ...declared.flat().map(({ role, address, load }) => inside(role, address, load)),
  ...(import.meta.env.DEV
    ? [page("public", paths.styleguide, () => import("./StyleguidePage"))]
    : []),
];

type More = Pick<Page, "authenticate" | "begin">;

function page(layout: Layout, { pattern }: Place, load: Page["load"], more: More = {}): Page {
  return { path: pattern, layout, load, ...more };
}

/** A page inside the account or the back office: with the sidebar, for whom it names. */
function inside(authenticate: Requirement, address: Place, load: Page["load"]): Page {
  return page("primary", address, load, { authenticate });
}
