import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { apiQuery, pageQuery } from "@/api/queries";
import { pageSize } from "@/lib/offset";
import type { Address } from "@/recordings/RecordingVideo";

/** A show that was kept for the performer who gave it. */
export type Recording = Schemas["RecordingRecording"];

/** A recording that a performer shares with me, who paid in the show. */
export type SharedRecording = Schemas["RecordingSharedView"];

const keys = {
  all: ["recordings"] as const,
  page: (offset: number) => [...keys.all, "page", offset] as const,
  space: ["recordings", "space"] as const,
};

/** One page of my recordings, the newest first. */
export const recordings = (offset: number) =>
  apiQuery(
    keys.page(offset),
    "/streaming/recordings",
    { query: { offset, limit: pageSize } },
    {
      // One that is being made grows, and is prepared then.
      refetchInterval: ({ state }) =>
        state.data?.data.some(({ ready }) => !ready) ? 10_000 : false,
    },
  );

/** What all of them take together. */
export const space = () => apiQuery(keys.space, "/streaming/recordings/space");

/** Deletes a recording for good. */
export function useDelete() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(api.DELETE("/streaming/recordings/{id}", { params: { path: { id } } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.all }),
  });
}

/** Lets those who paid in the show watch it, or no longer. */
export function useShare() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, shared }: { id: string; shared: boolean }) =>
      unwrap(
        api.PUT("/streaming/recordings/{id}/shared", {
          params: { path: { id } },
          body: { shared },
        }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.all }),
  });
}

/** One page of what is shared with me, the newest first. */
export const shared = (offset: number) =>
  pageQuery([...keys.all, "shared", offset], "/recordings", { query: { offset, limit: pageSize } });

/** Where I watch one for the next hours, forgotten with the dialog. */
export const addressOf = (id: string) =>
  queryOptions<Address, Error, Address, readonly unknown[]>({
    queryKey: [...keys.all, "address", id],
    queryFn: () => unwrap(api.POST("/recordings/{id}/address", { params: { path: { id } } })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

/** One that is no whole file yet is played as far as it goes. */
export const fileAddress = (id: string) =>
  queryOptions<Address, Error, Address, readonly unknown[]>({
    queryKey: [...keys.all, "file", id],
    queryFn: async () => ({ url: fileOf(id) }),
  });

/** Whether my shows are recorded at all. */
export const performerMe = () => apiQuery(["performer", "me"], "/performers/me");

/** Where the file is; the browser plays it from there, or saves it. */
export function fileOf(id: string): string {
  return `/api/streaming/recordings/${encodeURIComponent(id)}/download`;
}
