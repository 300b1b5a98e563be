import type { InfiniteData, Query, QueryClient } from "@tanstack/react-query";
import type { Schemas } from "@/api/client";
import type { Group, Notice } from "@/notices/groups";

type Lists = InfiniteData<Schemas["CursorListNoticesNotice"], string>;
/** Some notices, or one and all that are older. */
export type Read = { ids: string[] } | { upTo: string };
type Unread = Schemas["NoticesUnreadTotal"];

export const noticeKeys = {
  all: ["notices"] as const,
  lists: ["notices", "list"] as const,
  list: (group?: Group) => ["notices", "list", group ?? ""] as const,
  unread: ["notices", "unread"] as const,
  preferences: ["notices", "preferences"] as const,
  push: ["notices", "push"] as const,
};

/** The total that the server tells is newer than an answer that is on its way. */
export async function setUnread(queries: QueryClient, unread: Unread) {
  await queries.cancelQueries({ queryKey: noticeKeys.unread });
  queries.setQueryData<Unread>(noticeKeys.unread, unread);
}

/** A new one is on top of the lists that it is of. */
export function putIn(queries: QueryClient, notice: Notice) {
  for (const group of [undefined, notice.group]) {
    const queryKey = noticeKeys.list(group);
    const mayBeOlder = queries.getQueryState(queryKey)?.fetchStatus === "fetching";
    queries.setQueryData<Lists>(queryKey, (lists) => {
      if (lists === undefined || rowsOf(lists).some(({ _id }) => _id === notice._id)) return lists;
      const [first, ...rest] = lists.pages;
      return first && { ...lists, pages: [{ ...first, data: [notice, ...first.data] }, ...rest] };
    });
    if (mayBeOlder) queries.invalidateQueries({ queryKey, exact: true });
  }
}

export async function markRead(queries: QueryClient, read: Read) {
  // An answer that is on its way may be older; the first one of a list is waited for.
  const predicate = ({ state }: Query) => state.data !== undefined;
  await queries.cancelQueries({ queryKey: noticeKeys.lists, predicate });
  const isMeant = ({ _id }: Notice) => ("ids" in read ? read.ids.includes(_id) : _id <= read.upTo);
  change(queries, (rows) => rows.map((row) => (isMeant(row) ? { ...row, isRead: true } : row)));
}

export function takeOut(queries: QueryClient, id: string) {
  change(queries, (rows) => rows.filter(({ _id }) => _id !== id));
}

function change(queries: QueryClient, rows: (before: Notice[]) => Notice[]) {
  queries.setQueriesData<Lists>({ queryKey: noticeKeys.lists }, (lists) =>
    lists
      ? { ...lists, pages: lists.pages.map((page) => ({ ...page, data: rows(page.data) })) }
      : undefined,
  );
}

export function rowsOf({ pages }: { pages: { data: Notice[] }[] }): Notice[] {
  return pages.flatMap(({ data }) => data);
}
