import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { pageQuery } from "@/api/queries";
import { pageSize } from "@/lib/offset";
import { type Range, zoneName } from "@/lib/range";

export type Earning = Schemas["EarningsEarning"];
export type Day = Schemas["EarningsDay"];
export type KindSum = Schemas["EarningsTypeStats"];
export type PerformerSum = Schemas["EarningsPerformerStats"];
export type Transaction = Schemas["EarningsTransaction"];

/** Who earned: a performer by her own work, a studio by its members'. */
export type Earner = "performer" | "studio";

/** What is shown of an income: a time, one kind, one person; empty is all. */
export type Choice = { range: Range; type: string; member: string };

type Filter = { type: string; range: Range; offset: number };

/** What happened to my wallet, newest first. */
export const transactions = ({ type, range, offset }: Filter) =>
  pageQuery(["transactions", type, range, offset], "/transactions/user/search", {
    query: { ...range, offset, limit: pageSize, ...(type && { type }) },
  });

function chosen({ range, type, member }: Choice) {
  return { ...range, ...(type && { type }), ...(member && { member }) };
}

/** My income, newest first. */
export function earnings(who: Earner, choice: Choice, offset: number) {
  return queryOptions({
    queryKey: ["earnings", who, "search", choice, offset],
    queryFn: ({ signal }) => {
      const params = { query: { ...chosen(choice), offset, limit: pageSize } };
      return unwrap(
        who === "studio"
          ? api.GET("/earning/studio/search", { params, signal })
          : api.GET("/earning/performer/search", { params, signal }),
      );
    },
    placeholderData: keepPreviousData,
  });
}

export function earningStats(who: Earner, choice: Choice) {
  return queryOptions({
    queryKey: ["earnings", who, "stats", choice],
    queryFn: ({ signal }) => {
      const params = { query: chosen(choice) };
      return unwrap(
        who === "studio"
          ? api.GET("/earning/studio/stats", { params, signal })
          : api.GET("/earning/performer/stats", { params, signal }),
      );
    },
    placeholderData: keepPreviousData,
  });
}

/** Income by day of the reader's zone, days without any included. */
export function dailyEarnings(who: Earner, choice: Choice) {
  const zone = zoneName();
  return queryOptions({
    queryKey: ["earnings", who, "daily", choice, zone],
    queryFn: ({ signal }) => {
      const params = { query: { ...chosen(choice), zone } };
      return unwrap(
        who === "studio"
          ? api.GET("/earning/studio/daily", { params, signal })
          : api.GET("/earning/performer/daily", { params, signal }),
      );
    },
    placeholderData: keepPreviousData,
  });
}

/** A studio's income by performer, the most first. */
export const performerEarnings = (choice: Choice, offset: number) =>
  pageQuery(["earnings", "studio", "performers", choice, offset], "/earning/studio/performers", {
    query: { ...chosen(choice), offset, limit: pageSize },
  });

/** Where the same incomes are as a CSV file, days in the reader's zone. */
export function exportOf(who: Earner, choice: Choice): string {
  const query = new URLSearchParams({ ...chosen(choice), zone: zoneName() });
  return `/api/earning/${who}/export?${query}`;
}
