import { address } from "@/lib/address";

const browse = "q&category&tags&gender&country&languages&isOnline&liveWithin&sortBy&in&order&pages";
const earnings = "tab&from&to&type&member&name&offset&models&changes";
const orders = "q&status&from&to&productId&offset";
const owned = "q&seen&sort&offset";
const assets = "q&status&sortBy&offset";

const cams = address(`/cams?${browse}`);
const items = {
  gallery: address("/gallery/$id"),
  video: address("/video/$id"),
  product: address("/product/$id"),
};

/**
 * Every address of the product (spec §2) but those that a feature keeps to itself (its pages.ts), with what may follow it. What is there says routes.tsx; a page
 * reads its parameter and its search by its entry here (ui/useAddress.ts).
 */
export const paths = {
  home: address("/?show&category&pages"),
  cams,
  searchModels: address(`/search/models?${browse}`),
  /** What a category's address shows; it opens the same page as searchModels. */
  category: address(`/category/$slug?${browse}`),
  vipModels: address(`/vip-models?${browse}`),
  room: address("/room/$username"),
  items,
  /** What is sold, as it is bought and used. */
  item: (type: keyof typeof items, id: string) => items[type](id),
  /** What everybody sells of a kind: found by words, in a category or with a tag. */
  onSale: (
    place: "galleries" | "videos" | "products",
    search: { q?: string; category?: string; tags?: string; order?: string } = {},
  ) => cams({ in: place, ...search }),
  /** One's conversations; with a role and an account, that with this one (spec §4). */
  messages: address("/messages?toSource&toId"),
  /** What one was told; of one group. */
  notices: address("/notices?group"),
  noticePreferences: address("/notices/preferences"),
  /** A post by its id or short name. */
  page: address("/page/$id"),
  contact: address("/contact"),
  /** The public proof of the journal; with the id of a transfer, that this one is in it. */
  proof: address("/proof?transfer&offset"),
  /** What orders lists of performers. */
  ranking: address("/ranking"),
  forbidden: address("/403"),
  notFound: address("/404"),
  styleguide: address("/styleguide"),

  loginUser: address("/auth/login/user?next"),
  loginPerformer: address("/auth/login/performer?next"),
  loginAdmin: address("/auth/login/admin?next"),
  loginStudio: address("/studio/login?next"),
  registerUser: address("/auth/register/user?next&ref"),
  registerPerformer: address("/auth/register/performer?ref"),
  registerStudio: address("/studio/register?ref"),
  forgotPassword: address("/auth/forgot-password?type"),
  resetPassword: address("/auth/reset-password?token"),
  verifyEmail: address("/auth/verify-email?token"),
  stopEmailChange: address("/auth/stop-email-change?token"),

  /** Where a performer goes live; `by=program` when her broadcasting program sends the picture. */
  live: address("/live?by"),
  groupChat: { hls: address("/live/groupchat"), webrtc: address("/live/webrtc/groupchat") },
  /** A member's seat in a performer's group show. */
  groupSeat: address("/live/groupchat/$username"),
  privateChat: {
    hls: address("/live/privatechat/$conversationId?streamId"),
    webrtc: address("/live/webrtc/privatechat/$conversationId?streamId"),
  },

  user: {
    accountSettings: address("/account/user/account-settings"),
    favorites: address("/account/user/favorites?pages"),
    fundsTokens: address("/account/user/funds-tokens?payment&cancelled"),
    transactionHistory: address("/account/user/transaction-history?offset"),
    paymentTokenHistory: address("/account/user/payment-token-history?type&from&to&offset"),
    recordings: address("/account/user/recordings?offset"),
    refundRequests: address("/account/user/refund-requests?status&offset"),
    orders: address(`/account/user/orders?${orders}`),
    order: address("/account/user/orders/$id"),
    purchasedGallery: address(`/account/user/purchased-gallery?${owned}`),
    purchasedVideo: address(`/account/user/purchased-video?${owned}`),
    purchasedProduct: address(`/account/user/purchased-product?${owned}`),
  },

  performer: {
    profile: address("/account/performer/profile"),
    accountSettings: address("/account/performer/account-settings"),
    earning: address(`/account/performer/earning?${earnings}`),
    recordings: address("/account/performer/recordings?offset"),
    schedules: address("/account/performer/schedules"),
    products: address(`/account/performer/products?${assets}`),
    videos: address(`/account/performer/videos?${assets}`),
    galleries: address(`/account/performer/galleries?${assets}`),
    product: address("/account/performer/products/$id"),
    video: address("/account/performer/videos/$id"),
    gallery: address("/account/performer/galleries/$id"),
    geoBlock: address("/account/performer/geo-block"),
    payoutRequests: address("/account/performer/payout-requests?status&offset"),
    goals: address("/account/performer/goals"),
    /** What was ordered from me; of one product. */
    orders: address(`/account/performer/orders?${orders}`),
    order: address("/account/performer/orders/$id"),
  },

  studio: {
    accountSettings: address("/studio/account-settings"),
    earning: address(`/studio/earning?${earnings}`),
    commissions: address("/studio/commissions?offset"),
    models: address("/studio/models?status&offset"),
    payoutRequests: address("/studio/payout-requests?status&offset"),
    performerRequests: address("/studio/payout-requests/performer-requests?status&offset"),
    modelStats: address("/studio/models/stats?from&to&q&sortBy&sort&offset"),
  },

  admin: {
    dashboard: address("/admin"),
    statistics: address("/admin/statistics?from&to"),
    /** An admin's own login: two steps, password, devices. */
    login: address("/admin/login-settings"),
    shows: address("/admin/shows?offset"),
    recordings: address("/admin/recordings?takenDown&performerId&offset"),
    payouts: address("/admin/payouts?tab&status&method&decider&accountId&state&offset"),
    payoutBatch: address("/admin/payouts/batches/$id"),
    studioDocuments: address("/admin/studios/$id/documents?offset"),
    accounts: address("/admin/accounts?q&role&status&offset"),
    commissions: address("/admin/commissions?tab&q&role&offset&account&changes&from&to"),
    identityChecks: address("/admin/identity-checks?state&offset"),
    identityCheck: address("/admin/identity-checks/$id"),
    /** What waits to be approved for sale; `id` opens one of it. */
    assetReviews: address("/admin/asset-reviews?id"),
    assets: address("/admin/assets?q&type&takenDown&offset"),
    settings: address("/admin/settings?group"),
    categories: address("/admin/categories"),
    posts: address("/admin/posts?offset"),
    post: address("/admin/posts/$id"),
    banners: address("/admin/banners?offset"),
    contactMessages: address("/admin/contact-messages?offset"),
    mails: address("/admin/mails?state&to&offset"),
    mail: address("/admin/mails/$id"),
    finance: address("/admin/finance?from&to&span"),
    transfers: address("/admin/finance/transfers?q&person&account&kind&least&most&from&to&before"),
    transfer: address("/admin/finance/transfers/$id"),
    /** What one person had, got and gave; by id or username. */
    statement: address("/admin/finance/people/$id?from&to&span&account&after"),
    payments: address("/admin/payments?q&accountId&gateway&status&unsettled&offset"),
    payment: address("/admin/payments/$id"),
    quarantine: address("/admin/payments/quarantine?status&offset"),
    refunds: address("/admin/refunds?status&type&memberId&performerId&offset"),
    refund: address("/admin/refunds/$id"),
    /** What was ordered from everybody; of one member or one performer. */
    orders: address(`/admin/orders?${orders}&memberId&performerId`),
    /** The videos that are made of uploads. */
    transcoding: address("/admin/transcoding?status&offset"),
    receivables: address("/admin/payments/receivables?status&accountId&offset"),
    tokenPackages: address("/admin/token-packages"),
    gateways: address("/admin/gateways"),
    /** Messages that wait for staff, and what was reported of conversations. */
    messages: address("/admin/messages?tab&closed&offset"),
    conversation: address("/admin/messages/$id"),
    performerLinks: address("/admin/performer-links?hidden&offset"),
    /** What people are told, as they see it. */
    notices: address("/admin/notices?kind"),
    audit: address("/admin/audit-log?subject&offset"),
  },
} as const;
