import type { Schemas } from "@/api/client";
import { apiQuery, pageQuery } from "@/api/queries";

export type OwnCode = Schemas["ReferralsOwnCode"];
export type Referred = Schemas["ReferralsReferredPerson"];
export type Reward = Schemas["ReferralsReferralEarning"];

const keys = {
  all: ["referrals"] as const,
  code: ["referrals", "code"] as const,
  stats: ["referrals", "stats"] as const,
  people: (offset: number) => [...keys.all, "people", offset] as const,
  rewards: (offset: number) => [...keys.all, "rewards", offset] as const,
};

export const pageSize = 10;

/** My code and link, and what they bring. */
export const ownCode = () => apiQuery(keys.code, "/referrals/user/code");

/** What my invitations came to. */
export const referralStats = () => apiQuery(keys.stats, "/referral-earnings/stats");

/** One page of those whom I brought, the newest first. */
export const referredPeople = (offset: number) =>
  pageQuery(keys.people(offset), "/referrals/user/search", { query: { offset, limit: pageSize } });

/** One page of my rewards, the newest first. */
export const rewards = (offset: number) =>
  pageQuery(keys.rewards(offset), "/referral-earnings/search", {
    query: { offset, limit: pageSize },
  });
