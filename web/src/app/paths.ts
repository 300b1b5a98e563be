/**
 * Every address of the product (spec §2), as functions. Ids and names are
 * encoded here and nowhere else.
 */
const e = encodeURIComponent;

function withQuery(path: string, query: Record<string, string | undefined>): string {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) text.set(name, value);
  return text.size === 0 ? path : `${path}?${text}`;
}

export const paths = {
  home: () => "/",
  cams: (keyword?: string) => withQuery("/cams", { q: keyword }),
  searchModels: (category?: string) => withQuery("/search/models", { category }),
  /** What a category's address shows; it opens the same page as searchModels. */
  category: (slug: string) => `/category/${e(slug)}`,
  vipModels: () => "/vip-models",
  room: (username: string) => `/room/${e(username)}`,
  /** What is sold, as it is bought and used. */
  item: (type: "gallery" | "video" | "product", id: string) => `/${type}/${e(id)}`,
  /** What everybody sells of a kind: found by words, in a category or with a tag. */
  onSale: (
    place: "galleries" | "videos" | "products",
    search: { q?: string; category?: string; tags?: string; order?: string } = {},
  ) => withQuery("/cams", { in: place, ...search }),
  messages: () => "/messages",
  /** A post by its id or short name. */
  page: (id: string) => `/page/${e(id)}`,
  contact: () => "/contact",
  /** The public proof of the journal; with the id of a transfer, that this one is in it. */
  proof: (transfer?: string) => withQuery("/proof", { transfer }),
  forbidden: () => "/403",
  notFound: () => "/404",
  styleguide: () => "/styleguide",

  loginUser: (next?: string) => withQuery("/auth/login/user", { next }),
  loginPerformer: (next?: string) => withQuery("/auth/login/performer", { next }),
  loginAdmin: (next?: string) => withQuery("/auth/login/admin", { next }),
  loginStudio: (next?: string) => withQuery("/studio/login", { next }),
  registerUser: (next?: string) => withQuery("/auth/register/user", { next }),
  registerPerformer: () => "/auth/register/performer",
  registerStudio: () => "/studio/register",
  forgotPassword: (type?: string) => withQuery("/auth/forgot-password", { type }),
  resetPassword: (token?: string) => withQuery("/auth/reset-password", { token }),
  verifyEmail: (token?: string) => withQuery("/auth/verify-email", { token }),

  /** Where a performer goes live; `program` when her broadcasting program sends the picture. */
  live: (by?: "program") => withQuery("/live", { by }),
  groupChat: (option: "hls" | "webrtc" = "hls") =>
    option === "webrtc" ? "/live/webrtc/groupchat" : "/live/groupchat",
  /** A member's seat in a performer's group show. */
  groupSeat: (username: string) => `/live/groupchat/${e(username)}`,
  privateChat: (conversationId: string, streamId: string, option: "hls" | "webrtc" = "hls") =>
    withQuery(`/live/${option === "webrtc" ? "webrtc/" : ""}privatechat/${e(conversationId)}`, {
      streamId,
    }),

  user: {
    accountSettings: () => "/account/user/account-settings",
    favorites: () => "/account/user/favorites",
    fundsTokens: () => "/account/user/funds-tokens",
    transactionHistory: () => "/account/user/transaction-history",
    paymentTokenHistory: () => "/account/user/payment-token-history",
    refundRequests: () => "/account/user/refund-requests",
    orders: (of: { productId?: string } = {}) => withQuery("/account/user/orders", of),
    order: (id: string) => `/account/user/orders/${e(id)}`,
    purchasedGallery: () => "/account/user/purchased-gallery",
    purchasedVideo: () => "/account/user/purchased-video",
    purchasedProduct: () => "/account/user/purchased-product",
    referral: () => "/account/user/referral",
  },

  performer: {
    profile: () => "/account/performer/profile",
    accountSettings: () => "/account/performer/account-settings",
    earning: () => "/account/performer/earning",
    recordings: () => "/account/performer/recordings",
    schedules: () => "/account/performer/schedules",
    products: () => "/account/performer/products",
    videos: () => "/account/performer/videos",
    galleries: () => "/account/performer/galleries",
    product: (id: string) => `/account/performer/products/${e(id)}`,
    video: (id: string) => `/account/performer/videos/${e(id)}`,
    gallery: (id: string) => `/account/performer/galleries/${e(id)}`,
    geoBlock: () => "/account/performer/geo-block",
    referral: () => "/account/performer/referral",
    payoutRequests: () => "/account/performer/payout-requests",
    wheel: () => "/account/performer/wheel",
    goals: () => "/account/performer/goals",
    /** What was ordered from me; of one product. */
    orders: (of: { productId?: string } = {}) => withQuery("/account/performer/orders", of),
    order: (id: string) => `/account/performer/orders/${e(id)}`,
  },

  studio: {
    accountSettings: () => "/studio/account-settings",
    earning: (tab?: "rates" | "simulator") => withQuery("/studio/earning", { tab }),
    commissions: () => "/studio/commissions",
    models: () => "/studio/models",
    payoutRequests: () => "/studio/payout-requests",
    performerRequests: () => "/studio/payout-requests/performer-requests",
    modelStats: () => "/studio/models/stats",
  },

  admin: {
    dashboard: () => "/admin",
    /** An admin's own login: two steps, password, devices. */
    login: () => "/admin/login-settings",
    shows: () => "/admin/shows",
    payouts: () => "/admin/payouts",
    payoutBatch: (id: string) => `/admin/payouts/batches/${e(id)}`,
    accounts: () => "/admin/accounts",
    commissions: () => "/admin/commissions",
    identityChecks: () => "/admin/identity-checks",
    identityCheck: (id: string) => `/admin/identity-checks/${e(id)}`,
    /** What waits to be approved for sale; `id` opens one of it. */
    assetReviews: (id?: string) => withQuery("/admin/asset-reviews", { id }),
    assets: () => "/admin/assets",
    settings: (group?: string) => withQuery("/admin/settings", { group }),
    categories: () => "/admin/categories",
    posts: () => "/admin/posts",
    post: (id: string) => `/admin/posts/${e(id)}`,
    banners: () => "/admin/banners",
    contactMessages: () => "/admin/contact-messages",
    mails: () => "/admin/mails",
    mail: (id: string) => `/admin/mails/${e(id)}`,
    finance: () => "/admin/finance",
    transfers: (search: { q?: string; kind?: string; account?: string; person?: string } = {}) =>
      withQuery("/admin/finance/transfers", search),
    transfer: (id: string) => `/admin/finance/transfers/${e(id)}`,
    /** What one person had, got and gave; by id or username. */
    statement: (id: string) => `/admin/finance/people/${e(id)}`,
    payments: (filter: { gateway?: string } = {}) => withQuery("/admin/payments", filter),
    payment: (id: string) => `/admin/payments/${e(id)}`,
    quarantine: () => "/admin/payments/quarantine",
    refunds: (status?: string, of: { memberId?: string; performerId?: string } = {}) =>
      withQuery("/admin/refunds", { status, ...of }),
    refund: (id: string) => `/admin/refunds/${e(id)}`,
    /** What was ordered from everybody; of one member or one performer. */
    orders: (of: { memberId?: string; performerId?: string } = {}) =>
      withQuery("/admin/orders", of),
    /** The videos that are made of uploads. */
    transcoding: (status?: string) => withQuery("/admin/transcoding", { status }),
    receivables: (accountId?: string) => withQuery("/admin/payments/receivables", { accountId }),
    tokenPackages: () => "/admin/token-packages",
    gateways: () => "/admin/gateways",
    audit: (subject?: string) => withQuery("/admin/audit-log", { subject }),
  },
} as const;
