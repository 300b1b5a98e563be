import { queryOptions } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { apiQuery } from "@/api/queries";
import { openShow } from "@/shows/api";

/** A private show, or a request for one, as one of the two in it gets it. */
export type Show = Schemas["ShowSession"];
export type Quote = Schemas["ShowQuote"];
/** A member's request as its performer sees it. */
export type Request = Schemas["ShowRequest"];
/** What the member shows and says: nothing, the voice, or both. */
export type CameraWish = Request["camera"];
/** What the performer sees of the member's balance. */
export type BalanceWish = "exact" | "enough" | "hidden";

export const privateKeys = {
  quote: (performerId: string) => ["private", "quote", performerId] as const,
  requests: ["private", "requests"] as const,
  earned: ["private", "earned"] as const,
  waiting: (performerId: string) => ["private", "waiting", performerId] as const,
};

/** What a private show with the performer costs me now. It changes with my balance and with her. */
export const quote = (performerId: string) =>
  apiQuery(
    privateKeys.quote(performerId),
    "/streaming/private-chat/{performerId}/quote",
    { path: { performerId } },
    {
      staleTime: 0,
    },
  );

export type Wish = { exclusive: boolean; camera: CameraWish; balance: BalanceWish };

export function askForShow(performerId: string, wish: Wish): Promise<Show> {
  return unwrap(
    api.POST("/streaming/private-chat/{performerId}", {
      params: { path: { performerId } },
      body: wish,
    }),
  );
}

export function cancelRequest(conversationId: string): Promise<unknown> {
  return unwrap(
    api.POST("/streaming/private-chat/{conversationId}/cancel", {
      params: { path: { conversationId } },
    }),
  );
}

/** The open requests for me, oldest first. */
export const openRequests = () =>
  apiQuery(privateKeys.requests, "/streaming/private-chat/requests");

export function acceptRequest(conversationId: string): Promise<Show> {
  return unwrap(
    api.POST("/streaming/private-chat/{conversationId}/accept", {
      params: { path: { conversationId } },
    }),
  );
}

export function declineRequest(conversationId: string): Promise<unknown> {
  return unwrap(
    api.POST("/streaming/private-chat/{conversationId}/decline", {
      params: { path: { conversationId } },
    }),
  );
}

/** The show with fresh addresses for this device; `takeover` moves her publishing here. */
export function joinShow(conversationId: string, takeover = false): Promise<Show> {
  return unwrap(
    api.POST("/streaming/private-chat/{conversationId}/join", {
      params: { path: { conversationId } },
      body: { takeover },
    }),
  );
}

export function endShow(conversationId: string): Promise<unknown> {
  return unwrap(
    api.POST("/streaming/private-chat/{conversationId}/end", {
      params: { path: { conversationId } },
    }),
  );
}

/** The private show that I am in with the performer, without any address; undefined when there is none. */
export function currentShow(performerId: string): Promise<Show | undefined> {
  return openShow(performerId, "private");
}

/** My public show, which waits for me when I come from a private one; null when there is none. */
export function waitingShow(performerId: string) {
  return queryOptions({
    queryKey: privateKeys.waiting(performerId),
    queryFn: async () => (await openShow(performerId, "public")) ?? null,
    staleTime: 0,
  });
}

/** What the show on stage has earned its performer so far, tips included. */
export const earned = () => apiQuery(privateKeys.earned, "/earning/performer/live");
