import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import type { Range } from "./range";

export type Earning = Schemas["EarningsEarning"];
export type Day = Schemas["EarningsDay"];
export type Transaction = Schemas["EarningsTransaction"];

export const pageSize = 25;

type Filter = { type: string; range: Range; offset: number };

/** What happened to my wallet, newest first. */
export function transactions({ type, range, offset }: Filter) {
  return queryOptions({
    queryKey: ["transactions", type, range, offset],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/transactions/user/search", {
          params: { query: { ...range, offset, limit: pageSize, ...(type && { type }) } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** My income, newest first. */
export function earnings({ type, range, offset }: Filter) {
  return queryOptions({
    queryKey: ["earnings", "search", type, range, offset],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/earning/performer/search", {
          params: { query: { ...range, offset, limit: pageSize, ...(type && { type }) } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export function earningStats(range: Range) {
  return queryOptions({
    queryKey: ["earnings", "stats", range],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/earning/performer/stats", { params: { query: range }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** Income by day of the reader's zone, days without any included. */
export function dailyEarnings(range: Range) {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return queryOptions({
    queryKey: ["earnings", "daily", range, timeZone],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/earning/performer/daily", {
          params: { query: { ...range, zone: timeZone } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}
