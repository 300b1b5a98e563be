import { queryOptions } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { apiQuery } from "@/api/queries";
import { openShow } from "@/shows/api";

/** A group show as its performer, or a member with a seat in it, gets it. */
export type Show = Schemas["ShowSession"];
export type Participant = Schemas["ShowParticipant"];
export type Performer = Schemas["PerformerPerformer"];

export type Start = { title: string; minParticipants: number; maxParticipants: number };

/** The performer, with her prices. */
export const me = () => apiQuery(["performer", "me"], "/performers/me");

/** Puts a group show on stage, or gives the one that is open with fresh addresses. */
export function startGroup(start: Partial<Start> = {}): Promise<Show> {
  return unwrap(api.POST("/streaming/group-chat", { body: start }));
}

export function endGroup(): Promise<unknown> {
  return unwrap(api.POST("/streaming/stop"));
}

/** Takes a seat, or gives the one I have with a fresh address. */
export function takeSeat(performerId: string): Promise<Show> {
  return unwrap(
    api.POST("/streaming/group-chat/{performerId}/join", { params: { path: { performerId } } }),
  );
}

export function leaveSeat(performerId: string): Promise<unknown> {
  return unwrap(
    api.POST("/streaming/group-chat/{performerId}/leave", { params: { path: { performerId } } }),
  );
}

/** The performer's group show as it is now, without any address; undefined when there is none. */
export const currentGroup = (performerId: string) => openShow(performerId, "group");

export const groupKeys = {
  current: (performerId: string) => ["group", "current", performerId] as const,
  earned: ["group", "earned"] as const,
};

/** What the show under way has earned, in tokens. */
export const earned = () => apiQuery(groupKeys.earned, "/earning/performer/live");

export function openGroup(performerId: string) {
  return queryOptions({
    queryKey: groupKeys.current(performerId),
    queryFn: async () => (await currentGroup(performerId)) ?? null,
    staleTime: 0,
  });
}
