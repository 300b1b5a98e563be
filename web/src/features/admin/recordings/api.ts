import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { pageQuery } from "@/api/queries";
import { pageSize } from "@/lib/offset";
import type { Address } from "@/recordings/RecordingVideo";

/** Somebody's recording, as staff see it. */
export type StaffRecording = Schemas["RecordingStaffView"];

/** What staff do with one. */
export type Act = "take-down" | "restore" | "delete";

const keys = { all: ["admin-recordings"] as const };

type Filter = { performerId: string; takenDown: boolean; offset: number };

/** One page of everybody's recordings, the newest first. */
export function recordings({ performerId, takenDown, offset }: Filter) {
  const query = {
    ...(performerId && { performerId }),
    ...(takenDown && { takenDown }),
    offset,
    limit: pageSize,
  };
  return pageQuery([...keys.all, query], "/admin/recordings", { query });
}

/** Where I watch one for the next hours. Asking is on record, so it is asked once. */
export const addressOf = (id: string) =>
  queryOptions<Address, Error, Address, readonly unknown[]>({
    queryKey: [...keys.all, "address", id],
    queryFn: () => unwrap(api.POST("/admin/recordings/{id}/address", { params: { path: { id } } })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

/** Takes one down, puts it back, or deletes it for good; its performer is told why. */
export function useAct(act: Act) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, reason }: { id: string; reason: string }) => {
      const asked = { params: { path: { id } }, body: { reason } };
      if (act === "take-down") await unwrap(api.POST("/admin/recordings/{id}/take-down", asked));
      else if (act === "restore") await unwrap(api.POST("/admin/recordings/{id}/restore", asked));
      else await unwrap(api.POST("/admin/recordings/{id}/delete", asked));
    },
    onSettled: () => queries.invalidateQueries({ queryKey: keys.all }),
  });
}
