import { queryOptions } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { ApiError } from "@/api/errors";

/** A group show as its performer, or a member with a seat in it, gets it. */
export type Show = Schemas["ShowSession"];
export type Participant = Schemas["ShowParticipant"];
export type Meter = Schemas["ShowMeterState"];
export type Receipt = Schemas["ShowReceipt"];
export type Performer = Schemas["PerformerPerformer"];

export type Start = { title: string; minParticipants: number; maxParticipants: number };

/** The performer, with her prices. */
export function me() {
  return queryOptions({
    queryKey: ["performer", "me"],
    queryFn: ({ signal }) => unwrap(api.GET("/performers/me", { signal })),
  });
}

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
export async function currentGroup(performerId: string): Promise<Show | undefined> {
  try {
    return await unwrap(
      api.GET("/streaming/session/{performerId}/{type}", {
        params: { path: { performerId, type: "group" } },
      }),
    );
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
}

export const groupKeys = {
  current: (performerId: string) => ["group", "current", performerId] as const,
  receipt: (showId: string) => ["group", "receipt", showId] as const,
};

export function openGroup(performerId: string) {
  return queryOptions({
    queryKey: groupKeys.current(performerId),
    queryFn: async () => (await currentGroup(performerId)) ?? null,
    staleTime: 0,
  });
}

/** What the show came to, once it is over for me. */
export function receipt(showId: string) {
  return queryOptions({
    queryKey: groupKeys.receipt(showId),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/streaming/shows/{id}/receipt", { params: { path: { id: showId } }, signal }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
