import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import type { Range } from "./range";

export type Earning = Schemas["EarningsEarning"];
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

/** How many incomes the chart adds up at most. */
export const mostCharted = 500;
const batch = 100;

/** The incomes of a range for the chart, the newest `mostCharted` of them. */
export function chartedEarnings(range: Range) {
  return queryOptions({
    queryKey: ["earnings", "chart", range],
    queryFn: async ({ signal }) => {
      const all: Earning[] = [];
      for (let offset = 0; offset < mostCharted; offset += batch) {
        const query = { ...range, offset, limit: batch };
        const page = await unwrap(
          api.GET("/earning/performer/search", { params: { query }, signal }),
        );
        all.push(...page.data);
        if (all.length >= page.total) break;
      }
      return all;
    },
    placeholderData: keepPreviousData,
  });
}
