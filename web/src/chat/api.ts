import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { Message } from "@/realtime/events";

export type Conversation = { _id: string; type: string; performerId?: string };

/** Messages of one page (spec §9). */
export const historyPage = 25;

/** The performer's public room, which exists also while she is offline. */
export function publicConversation(performerId: string) {
  return queryOptions({
    queryKey: ["conversations", "public", performerId],
    queryFn: ({ signal }): Promise<Conversation> =>
      unwrap(
        api.GET("/conversations/stream/public/{performerId}", {
          params: { path: { performerId } },
          signal,
        }),
      ),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Whose a conversation is: everybody's, or of those who are in a paid show. */
export type Audience = "public" | "show";

/** A page of a conversation, newest first; `next` is the message that the page before it goes on after. */
export type History = { data: Message[]; next?: string };

/** One page of a conversation's messages: the newest, or those before a message. */
export function fetchHistory(
  conversationId: string,
  after?: string,
  audience: Audience = "public",
  signal?: AbortSignal,
): Promise<History> {
  const request = {
    params: {
      path: { id: conversationId },
      query: { limit: historyPage, ...(after && { after }) },
    },
    ...(signal && { signal }),
  };
  if (audience === "show") return unwrap(api.GET("/messages/conversations/{id}", request));
  return unwrap(api.GET("/messages/conversations/public/{id}", request));
}

/** Says a line; the same clientId twice is the same message. */
export function say(
  conversationId: string,
  text: string,
  clientId: string,
  audience: Audience = "public",
): Promise<Message> {
  const request = { params: { path: { id: conversationId } }, body: { text, clientId } };
  if (audience === "show") return unwrap(api.POST("/messages/stream/conversations/{id}", request));
  return unwrap(api.POST("/messages/stream/public/conversations/{id}", request));
}

export function deleteMessage(id: string): Promise<unknown> {
  return unwrap(api.DELETE("/messages/{id}", { params: { path: { id } } }));
}

/** Empties a room for everyone; its performer may. */
export function clearConversation(id: string): Promise<unknown> {
  return unwrap(api.DELETE("/messages/{id}/remove-all-message", { params: { path: { id } } }));
}
