import { pageQuery } from "@/api/queries";
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
  return pageQuery(
    [...storeKeys.purchased, kind, query],
    `/purchased-items/user/${kind}`,
    { query },
    {
      staleTime: 0,
    },
  );
}
