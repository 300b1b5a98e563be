import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { pageSize } from "@/lib/offset";

/** A show that was kept for the performer who gave it. */
export type Recording = Schemas["RecordingRecording"];

const keys = {
  all: ["recordings"] as const,
  page: (offset: number) => [...keys.all, "page", offset] as const,
  space: ["recordings", "space"] as const,
};

/** One page of my recordings, the newest first. */
export function recordings(offset: number) {
  return queryOptions({
    queryKey: keys.page(offset),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/streaming/recordings", {
          params: { query: { offset, limit: pageSize } },
          signal,
        }),
      ),
    // One that is being made grows.
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ endedAt }) => endedAt === undefined) ? 10_000 : false,
  });
}

/** What all of them take together. */
export function space() {
  return queryOptions({
    queryKey: keys.space,
    queryFn: ({ signal }) => unwrap(api.GET("/streaming/recordings/space", { signal })),
  });
}

/** Deletes a recording for good. */
export function useDelete() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(api.DELETE("/streaming/recordings/{id}", { params: { path: { id } } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.all }),
  });
}

/** Whether my shows are recorded at all. */
export function performerMe() {
  return queryOptions({
    queryKey: ["performer", "me"],
    queryFn: ({ signal }) => unwrap(api.GET("/performers/me", { signal })),
  });
}

/** Where the file is; the browser plays it from there, or saves it. */
export function fileOf(id: string): string {
  return `/api/streaming/recordings/${encodeURIComponent(id)}/download`;
}
