import type { QueryClient } from "@tanstack/react-query";
import type { List } from "@/api/client";
import { performerKeys } from "./api";
import type { Performer, Profile } from "./types";

/** The card of a performer that some list on this page already shows, by the name in her address. */
export function knownCard(queries: QueryClient, username: string): Performer | undefined {
  const name = username.toLowerCase();
  const lists = [
    ...queries.getQueriesData<List<Performer>>({ queryKey: ["performers", "search"] }),
    ...queries.getQueriesData<List<Performer>>({ queryKey: performerKeys.favourites }),
  ].map(([, list]) => list?.data);
  const related = queries
    .getQueriesData<Profile>({ queryKey: ["performers", "profile"] })
    .map(([, profile]) => profile?.relatedPerformers);
  return [...lists, ...related]
    .flatMap((cards) => cards ?? [])
    .find((card) => card.username.toLowerCase() === name);
}
