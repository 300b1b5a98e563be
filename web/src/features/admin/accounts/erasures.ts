import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { pageQuery } from "@/api/queries";
import { pageSize } from "@/lib/offset";

export type Wish = Schemas["ErasureDue"];

const key = ["admin-accounts", "erasures"] as const;

/** A page of who wants to be forgotten. */
export const wishes = (offset: number) =>
  pageQuery([...key, offset], "/admin/erasures", { query: { offset, limit: pageSize } });

/** Puts an erasure on hold for a reason, or lets it go on. */
export function useHold() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, reason }: { id: string; reason?: string }) =>
      reason === undefined
        ? unwrap(api.DELETE("/admin/erasures/{id}/hold", { params: { path: { id } } }))
        : unwrap(
            api.PUT("/admin/erasures/{id}/hold", { params: { path: { id } }, body: { reason } }),
          ),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  });
}
