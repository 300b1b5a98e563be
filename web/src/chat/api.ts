import { api, unwrap } from "@/api/client";
import { apiQuery } from "@/api/queries";
import type { Message } from "@/realtime/events";

// Of a line for its answer, in milliseconds.
const maxWait = 20_000;

/** Messages of one page (spec §9). */
export const historyPage = 25;

/** The performer's public room, which exists also while she is offline. */
export const publicConversation = (performerId: string) =>
  apiQuery(
    ["conversations", "public", performerId],
    "/conversations/stream/public/{performerId}",
    { path: { performerId } },
    { staleTime: Number.POSITIVE_INFINITY },
  );

/** Whose a conversation is: everybody's, of those who are in a paid show, or of two accounts. */
export type Audience = "public" | "show" | "direct";

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
  const room = audience === "public" ? "public/" : "";
  return unwrap(api.GET(`/messages/conversations/${room}{id}`, request));
}

/** A line to say; the same clientId twice is the same message. */
export type Said = Pick<Message, "text" | "replyTo"> &
  Partial<Pick<Message, "type" | "photo" | "token">> & { clientId: string };

/** How a line is said in a conversation. */
export type Say = (conversationId: string, said: Said) => Promise<Message>;

/** What says a line in a room. */
export const sayTo =
  (audience: Audience): Say =>
  (id, { text, clientId }) => {
    const request = { params: { path: { id } }, body: { text, clientId }, signal: soon() };
    const room = audience === "show" ? "" : "public/";
    return unwrap(api.POST(`/messages/stream/${room}conversations/{id}`, request));
  };

/** Where the network was cut an answer is awaited for minutes, and the lines after it wait, too. */
export const soon = () => AbortSignal.timeout(maxWait);

export function deleteMessage(id: string): Promise<unknown> {
  return unwrap(api.DELETE("/messages/{id}", { params: { path: { id } } }));
}

/** Empties a room for everyone; its performer may. */
export function clearConversation(id: string): Promise<unknown> {
  return unwrap(api.DELETE("/messages/{id}/remove-all-message", { params: { path: { id } } }));
}
