import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { storeKeys } from "@/store/cache";

export type Library = "galleries" | "videos" | "products";

export const pageSize = 24;

/** What I have looked at: never, or once; of videos also what I have begun. */
export type Seen = "never" | "seen" | "begun";

type Search = {
  q: string;
  seen?: Seen | undefined;
  sortBy: "createdAt" | "lastSeenAt" | "title" | "price";
  sort: "asc" | "desc";
};

/** One page of what I own of a kind. What was looked at meanwhile is in it. */
export function library(kind: Library, { q, seen, ...order }: Search, offset: number) {
  const query = { ...order, ...(q && { q }), ...(seen && { seen }), offset, limit: pageSize };
  return queryOptions({
    queryKey: [...storeKeys.purchased, kind, query],
    queryFn: ({ signal }) =>
      unwrap(api.GET(`/purchased-items/user/${kind}`, { params: { query }, signal })),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
}
