import { apiQuery } from "@/api/queries";

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
  /** Hours within which the next ones of their schedule begin. */
  liveWithin?: string | undefined;
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
export const searchPerformers = (search: Search, offset = 0) =>
  apiQuery(performerKeys.search(search, offset), "/performers/search", {
    query: { ...present(search), offset, limit: pageSize },
  });

/** A performer's page: she, what she sells, and 12 others. 404 when absent or hidden from the caller. */
export const performerProfile = (username: string) =>
  apiQuery(performerKeys.profile(username), "/performers/{username}/view", { path: { username } });

/** One page of the member's favourites, live first. */
export const favouritePerformers = (offset = 0) =>
  apiQuery([...performerKeys.favourites, offset], "/favourite", {
    query: { offset, limit: pageSize },
  });

// Without the absent fields, so that equal searches have equal keys.
function present(search: Search): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [name, value] of Object.entries(search)) if (value) fields[name] = value;
  return fields;
}
