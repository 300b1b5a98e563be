import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { pageQuery } from "@/api/queries";
import { pageSize } from "@/lib/offset";

export type Job = Schemas["TranscodingTranscodingJob"];
export type JobStatus = Job["status"];

const all = ["transcoding"] as const;

/** One page of the videos that are made, newest first. They go on by themselves, so it is looked at again. */
export function jobs(status: JobStatus | undefined, offset: number) {
  const query = { ...(status && { status }), offset, limit: pageSize };
  return pageQuery(
    [...all, query],
    "/admin/transcoding",
    { query },
    {
      refetchInterval: 5000,
    },
  );
}

export function useRetry() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(api.POST("/admin/transcoding/{id}/retry", { params: { path: { id } } })),
    onSettled: () => queries.invalidateQueries({ queryKey: all }),
  });
}
