import { queryOptions } from "@tanstack/react-query";
import { api, type List, unwrap } from "@/api/client";
import type { Performer, Profile } from "./types";

/** What a visitor looks for; absent means any. `isOnline` and `vip` are "true" or absent, as in the address. */
export type Search = {
  q?: string | undefined;
  category?: string | undefined;
  gender?: string | undefined;
  country?: string | undefined;
  languages?: string | undefined;
  tags?: string | undefined;
  isOnline?: string | undefined;
  vip?: string | undefined;
  streamingStatus?: string | undefined;
  sortBy?: string | undefined;
};

/** Cards asked for at a time. */
export const pageSize = 24;

/** All lists of performers start with `performers`; logging out keeps them (spec §4). */
export const performerKeys = {
  all: ["performers"] as const,
  search: (search: Search, offset: number) =>
    ["performers", "search", present(search), offset] as const,
  profile: (username: string) => ["performers", "profile", username] as const,
  favourites: ["performers-favourite"] as const,
};

/** One page of a search, live first. */
export function searchPerformers(search: Search, offset = 0) {
  return queryOptions({
    queryKey: performerKeys.search(search, offset),
    queryFn: ({ signal }): Promise<List<Performer>> =>
      unwrap(
        api.GET("/performers/search", {
          params: { query: { ...present(search), offset, limit: pageSize } },
          signal,
        }),
      ),
  });
}

/** A performer's page: she, what she sells, and 12 others. 404 when absent or hidden from the caller. */
export function performerProfile(username: string) {
  return queryOptions({
    queryKey: performerKeys.profile(username),
    queryFn: ({ signal }): Promise<Profile> =>
      unwrap(api.GET("/performers/{username}/view", { params: { path: { username } }, signal })),
  });
}

/** The member's favourites, the newest first. */
export function favouritePerformers() {
  return queryOptions({
    queryKey: performerKeys.favourites,
    queryFn: ({ signal }): Promise<List<Performer>> =>
      unwrap(api.GET("/favourite", { params: { query: { limit: 100 } }, signal })),
  });
}

// Without the absent fields, so that equal searches have equal keys.
function present(search: Search): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(search)) if (value) fields[name] = value;
  return fields;
}
