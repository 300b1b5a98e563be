import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { messageOf } from "@/api/errors";
import { apiQuery } from "@/api/queries";
import { pageSize } from "@/lib/offset";
import type { Group } from "@/notices/groups";
import { toast } from "@/ui/toast";
import { markRead, noticeKeys, type Read, setUnread, takeOut } from "./cache";

export type Preferences = Schemas["NoticesPreferencesView"];
export type Channels = Schemas["NoticesChannels"];
export type Choice = Schemas["NoticesChoice"];

/** How many notices one has not read. */
export const unreadNotices = () => apiQuery(noticeKeys.unread, "/notices/unread");

/** One's notices, newest first; of one group, or of all. */
export function noticeList(group?: Group) {
  return infiniteQueryOptions({
    queryKey: noticeKeys.list(group),
    queryFn: ({ pageParam: after, signal }) => {
      const query = { limit: pageSize, ...(group && { group }), ...(after && { after }) };
      return unwrap(api.GET("/notices", { params: { query }, signal }));
    },
    initialPageParam: "",
    getNextPageParam: ({ next }) => next || undefined,
  });
}

/** They are shown as read at once; the server's word on how many are left follows. */
export function useMarkRead() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Read) => unwrap(api.POST("/notices/read", { body })),
    onMutate: (read) => markRead(queries, read),
    onSuccess: (unread) => setUnread(queries, unread),
    onError: (error) => {
      toast.error(messageOf(error));
      queries.invalidateQueries({ queryKey: noticeKeys.all });
    },
  });
}

export function useRemove() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => unwrap(api.DELETE("/notices/{id}", { params: { path: { id } } })),
    onSuccess: (_, id) => takeOut(queries, id),
    onError: (error) => {
      toast.error(messageOf(error));
      queries.invalidateQueries({ queryKey: noticeKeys.lists });
    },
  });
}

/** How one wants to be told what. */
export const preferences = () => apiQuery(noticeKeys.preferences, "/notices/preferences");

export function useChoose() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Choice) => unwrap(api.PUT("/notices/preferences", { body })),
    onSuccess: (chosen) => queries.setQueryData<Preferences>(noticeKeys.preferences, chosen),
  });
}
