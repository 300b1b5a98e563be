import type { InfiniteData, QueryClient } from "@tanstack/react-query";
import type { List } from "@/api/client";
import type { ServerEvents } from "@/realtime/events";
import { type Conversation, inboxKeys } from "./api";

type Lists = InfiniteData<List<Conversation>, number>;
type Unread = ServerEvents["nofify_read_messages_in_conversation"];

/** The total that the server tells is newer than an answer that is on its way. */
export async function setUnread(queries: QueryClient, unread: Unread) {
  await queries.cancelQueries({ queryKey: inboxKeys.unread });
  queries.setQueryData<Unread>(inboxKeys.unread, unread);
}

/** A conversation stands differently now; one with a new line moves to the top. */
export function conversationChanged(queries: QueryClient, changed: Conversation) {
  let isListed = false;
  for (const [key, lists] of queries.getQueriesData<Lists>({ queryKey: inboxKeys.lists })) {
    const before = lists && rowsOf(lists).find(({ _id }) => _id === changed._id);
    if (before === undefined) continue;
    isListed ||= key.at(-1) === "";
    const isNews = (changed.lastSeq ?? 0) > (before.lastSeq ?? 0);
    queries.setQueryData<Lists>(key, (now) =>
      now && isNews ? onTop(now, changed) : now && replaced(now, changed),
    );
  }
  // Whether it is in the list, and where, the server knows.
  if (!isListed) queries.invalidateQueries({ queryKey: inboxKeys.list("") });
  changeTalk(queries, changed._id, () => changed);
}

/** How far one's lines have come. */
export function conversationMarked(
  queries: QueryClient,
  { conversationId, ...marks }: ServerEvents["conversation/marked"],
) {
  changeTalk(queries, conversationId, (known) => ({ ...known, ...marks }));
}

/** A message to somebody costs something else now. */
export function priceChanged(queries: QueryClient, conversationId: string, messagePrice: number) {
  changeTalk(queries, conversationId, (known) => ({ ...known, messagePrice }));
}

/** A cleared conversation leaves the list until the next line. */
export function conversationCleared(queries: QueryClient, conversationId: string) {
  queries.setQueriesData<Lists>(
    { queryKey: inboxKeys.lists },
    (lists) => lists && mapped(lists, (rows) => rows.filter(({ _id }) => _id !== conversationId)),
  );
}

/** The conversation that one opens is on top of one's list (spec §4). */
export function raise(queries: QueryClient, opened: Conversation) {
  queries.setQueryData<Lists>(inboxKeys.list(""), (lists) => lists && onTop(lists, opened));
}

function changeTalk(
  queries: QueryClient,
  id: string,
  change: (known: Conversation) => Conversation,
) {
  queries.setQueriesData<Conversation>({ queryKey: inboxKeys.talks }, (known) =>
    known?._id === id ? change(known) : known,
  );
}

export function rowsOf({ pages }: { pages: List<Conversation>[] }): Conversation[] {
  return pages.flatMap(({ data }) => data);
}

function replaced(lists: Lists, changed: Conversation): Lists {
  return mapped(lists, (rows) => rows.map((row) => (row._id === changed._id ? changed : row)));
}

function onTop(lists: Lists, first: Conversation): Lists {
  const others = mapped(lists, (rows) => rows.filter(({ _id }) => _id !== first._id));
  return {
    ...others,
    pages: others.pages.map((page, index) =>
      index === 0 ? { ...page, data: [first, ...page.data] } : page,
    ),
  };
}

function mapped(lists: Lists, change: (rows: Conversation[]) => Conversation[]): Lists {
  return { ...lists, pages: lists.pages.map((page) => ({ ...page, data: change(page.data) })) };
}
