import { queryOptions } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { apiQuery } from "@/api/queries";
import { openShow } from "@/shows/api";

export type Me = Schemas["PerformerPerformer"];
/** A show as its performer gets it; `publish` only when asked to publish. */
export type Show = Schemas["ShowSession"];
export type StreamKey = Schemas["ShowStreamKey"];
/** What the show under way has earned, in tokens. */
export type Earned = Schemas["EarningsLiveStats"];
export type Tip = Schemas["TipsReceivedTip"];

export const broadcastKeys = {
  me: ["performer", "me"] as const,
  earned: ["broadcast", "earned"] as const,
  tips: ["broadcast", "tips"] as const,
  streamKey: ["broadcast", "stream-key"] as const,
  paid: (performerId: string) => ["broadcast", "paid", performerId] as const,
};

/** The performer's own record: what she may do and how her room appears. */
export const me = () => apiQuery(broadcastKeys.me, "/performers/me");

/** The income of the show under way. A tip makes it stale. */
export function liveEarnings() {
  return queryOptions({ queryKey: broadcastKeys.earned, queryFn: fetchEarned });
}

export function fetchEarned(): Promise<Earned> {
  return unwrap(api.GET("/earning/performer/live", {}));
}

/** The newest tips, of this show and before. */
export const receivedTips = () =>
  apiQuery(broadcastKeys.tips, "/performers/me/tips", { query: { limit: 50 } });

export type Start = { title: string; takeover: boolean };

/** Opens her public show or resumes the open one. 409 `already_live` when another device publishes. */
export function goLive(start: Start): Promise<Show> {
  return unwrap(api.POST("/streaming/live", { body: start }));
}

export function stopShow(): Promise<unknown> {
  return unwrap(api.POST("/streaming/stop", {}));
}

/** Her open public show; undefined when there is none. */
export const publicShow = (performerId: string) => openShow(performerId, "public");

/** The paid show that she is in; null when there is none. */
export function paidShow(performerId: string) {
  return queryOptions({
    queryKey: broadcastKeys.paid(performerId),
    queryFn: async () =>
      (await openShow(performerId, "private")) ?? (await openShow(performerId, "group")) ?? null,
    staleTime: 0,
  });
}

/** Where a broadcasting program sends to. The key itself comes only from `newStreamKey`. */
export const streamKey = () => apiQuery(broadcastKeys.streamKey, "/streaming/stream-key");

/** Makes a stream key and ends the former one. */
export function newStreamKey(): Promise<StreamKey> {
  return unwrap(api.POST("/streaming/stream-key", {}));
}

/** Whether the performer answers at the moment; a headline changes the one of her card. */
export function say(status: "available" | "away", headline?: string): Promise<Me> {
  const body = headline === undefined ? { status } : { status, headline };
  return unwrap(api.POST("/performers/streaming-status/update", { body }));
}

/** Blocks a member: they see no trace of her any more, and leave the room at once. */
export function blockMember(username: string): Promise<unknown> {
  return unwrap(api.POST("/performers/blocking/update", { body: { usernames: [username] } }));
}
