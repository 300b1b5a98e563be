import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";

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
export function ownCode() {
  return queryOptions({
    queryKey: keys.code,
    queryFn: ({ signal }) => unwrap(api.GET("/referrals/user/code", { signal })),
  });
}

/** What my invitations came to. */
export function referralStats() {
  return queryOptions({
    queryKey: keys.stats,
    queryFn: ({ signal }) => unwrap(api.GET("/referral-earnings/stats", { signal })),
  });
}

/** One page of those whom I brought, the newest first. */
export function referredPeople(offset: number) {
  return queryOptions({
    queryKey: keys.people(offset),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/referrals/user/search", {
          params: { query: { offset, limit: pageSize } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** One page of my rewards, the newest first. */
export function rewards(offset: number) {
  return queryOptions({
    queryKey: keys.rewards(offset),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/referral-earnings/search", {
          params: { query: { offset, limit: pageSize } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}
