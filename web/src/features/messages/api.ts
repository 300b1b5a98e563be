import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { apiQuery } from "@/api/queries";
import { pageSize } from "@/lib/offset";
import type { Role } from "@/session/roles";

/** A conversation of two as one of them has it. */
export type Conversation = Schemas["MessagesConversation"];
export type Preferences = Schemas["MessagesPreferences"];
export type Report = Schemas["MessagesReportBody"];

/** Whom somebody talks to (spec §3). */
export type Recipient = { source: Role; sourceId: string };

export const inboxKeys = {
  all: ["inbox"] as const,
  lists: ["inbox", "list"] as const,
  list: (word: string) => ["inbox", "list", word] as const,
  talks: ["inbox", "with"] as const,
  talk: ({ source, sourceId }: Recipient) => ["inbox", "with", source, sourceId] as const,
  unread: ["inbox", "unread"] as const,
  preferences: ["inbox", "preferences"] as const,
};

/** How many lines one has not read, in all conversations. */
export const totalUnread = () => apiQuery(inboxKeys.unread, "/messages/total-unread");

/** One's conversations, newest activity first; a word finds those with people whose name has it. */
export function conversations(word = "") {
  return infiniteQueryOptions({
    queryKey: inboxKeys.list(word),
    queryFn: ({ pageParam: offset, signal }) => fetchConversations(word, offset, pageSize, signal),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const shown = pages.length * pageSize;
      return last.data.length === 0 || shown >= last.total ? undefined : shown;
    },
  });
}

export function fetchConversations(
  word: string,
  offset: number,
  limit: number,
  signal?: AbortSignal,
) {
  const request = { params: { query: { offset, limit } }, ...(signal && { signal }) };
  if (word === "") return unwrap(api.GET("/conversations", request));
  return unwrap(
    api.GET("/conversations/search", { ...request, params: { query: { offset, limit, q: word } } }),
  );
}

/**
 * The conversation with somebody: one that is known already is looked at, any other is opened, and
 * made when there is none (spec §4).
 */
export function conversationWith(queries: QueryClient, recipient: Recipient) {
  const queryKey = inboxKeys.talk(recipient);
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<Conversation> => {
      const known = queries.getQueryData<Conversation>(queryKey);
      if (known === undefined)
        return (
          inLists(queries, recipient) ?? unwrap(api.POST("/conversations", { body: recipient }))
        );
      return unwrap(
        api.GET("/conversations/{id}", { params: { path: { id: known._id } }, signal }),
      );
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: 60_000, // whether they are here is told by nothing else
  });
}

function inLists(queries: QueryClient, { sourceId }: Recipient): Conversation | undefined {
  return queries
    .getQueriesData<{ pages: { data: Conversation[] }[] }>({ queryKey: inboxKeys.lists })
    .flatMap(([, list]) => list?.pages.flatMap(({ data }) => data) ?? [])
    .find((one) => one.sourceId === sourceId);
}

export function readAll(conversationId: string, recipientId: string) {
  return unwrap(api.POST("/messages/read-all", { body: { conversationId, recipientId } }));
}

/** Whether one hears from the other of a conversation. */
export function setBlocked(id: string, blocked: boolean): Promise<Conversation> {
  const request = { params: { path: { id } } };
  if (blocked) return unwrap(api.POST("/conversations/{id}/block", request));
  return unwrap(api.DELETE("/conversations/{id}/block", request));
}

export function report(id: string, body: Report) {
  return unwrap(api.POST("/conversations/{id}/report", { params: { path: { id } }, body }));
}

/** What others may know of oneself. */
export const preferences = () => apiQuery(inboxKeys.preferences, "/conversations/preferences");

export function savePreferences(body: Preferences) {
  return unwrap(api.PUT("/conversations/preferences", { body }));
}
