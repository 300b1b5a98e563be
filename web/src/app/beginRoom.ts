import type { QueryClient } from "@tanstack/react-query";
import { fetchedOnce } from "@/lib/fetchedOnce";
import { prepareToReceive } from "@/media/receiveLazily";
import { performerKeys, performerProfile } from "@/performers/api";
import { knownCard } from "@/performers/known";
import type { Profile } from "@/performers/types";

const page = fetchedOnce(() => import("./RoomPage"));

/**
 * What the way into a room begins at once, before anything of it is drawn: the request for who she
 * is and, while she is live, the connection to her show.
 */
export function beginRoom(queries: QueryClient, username: string) {
  const profile = queries.getQueryData<Profile>(performerKeys.profile(username));
  const performer = profile ?? knownCard(queries, username);
  if (performer?.streamingStatus === "public") begin(performer._id);
  if (!profile) queries.prefetchQuery(performerProfile(username));
}

function begin(performerId: string) {
  if (page.here) return page.here.beginWatch(performerId);
  page.fetch().then(
    ({ beginWatch }) => beginWatch(performerId),
    () => {}, // the room itself says what it cannot load
  );
}

/** Fetches a room's files in a quiet moment, so that they are here when a card is pressed. */
export function prepareRooms() {
  for (const part of [page.fetch(), prepareToReceive()]) part.catch(() => {}); // fetched again by whoever needs it
}
