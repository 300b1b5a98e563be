import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { apiQuery } from "@/api/queries";
import { pageSize } from "@/lib/offset";

export type WrittenLink = Schemas["PerformerWrittenLink"];

const key = ["performer-links"] as const;

/** What performers link to, the newest first; or what staff have hidden of it. */
export const writtenLinks = (hidden: boolean, offset: number) =>
  apiQuery([...key, hidden, offset], "/admin/performer-links", {
    query: { hidden, offset, limit: pageSize },
  });

/** Takes a link off its page, or puts it back. */
export function useHideLink() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ _id, hidden }: { _id: string; hidden: boolean }) =>
      unwrap(
        api.PUT("/admin/performer-links/{id}", {
          params: { path: { id: _id } },
          body: { hidden },
        }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
}
