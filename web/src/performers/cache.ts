import type { QueryClient } from "@tanstack/react-query";
import type { List } from "@/api/client";
import { performerKeys } from "./api";
import type { Performer, Profile } from "./types";

type Change = Partial<
  Pick<
    Performer,
    "isFavorite" | "isNotified" | "streamingStatus" | "isOnline" | "headline" | "viewers"
  >
>;

/** Changes a performer in every list and on every page the cache holds. */
export function changePerformer(queries: QueryClient, id: string, change: Change) {
  const apply = (list: List<Performer> | undefined) => list && changedList(list, id, change);
  queries.setQueriesData<List<Performer>>({ queryKey: ["performers", "search"] }, apply);
  queries.setQueriesData<List<Performer>>({ queryKey: performerKeys.favourites }, apply);
  queries.setQueriesData<Profile>(
    { queryKey: ["performers", "profile"] },
    (profile) => profile && changedProfile(profile, id, change),
  );
}

/** The list with the change in it; the same list when the performer is not on it. */
export function changedList(list: List<Performer>, id: string, change: Change): List<Performer> {
  const data = changedCards(list.data, id, change);
  return data === list.data ? list : { ...list, data };
}

function changedProfile(profile: Profile, id: string, change: Change): Profile {
  if (profile._id === id) return { ...profile, ...change };
  const relatedPerformers = changedCards(profile.relatedPerformers, id, change);
  return relatedPerformers === profile.relatedPerformers
    ? profile
    : { ...profile, relatedPerformers };
}

function changedCards(cards: Performer[], id: string, change: Change): Performer[] {
  if (!cards.some((card) => card._id === id)) return cards;
  return cards.map((card) => (card._id === id ? { ...card, ...change } : card));
}

const ranks: Record<Performer["streamingStatus"], number> = {
  public: 0,
  group: 1,
  private: 2,
  away: 3,
  offline: 4,
};

/** Cards as a window shows them: live first; within a state the server's order. Each once. */
export function liveFirst(cards: readonly Performer[]): Performer[] {
  const once = new Map(cards.map((card) => [card._id, card]));
  return [...once.values()].sort((a, b) => ranks[a.streamingStatus] - ranks[b.streamingStatus]);
}
