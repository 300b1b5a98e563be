import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";

export const uploadKeys = { mine: ["uploads"] as const };

/** My uploads that nothing uses yet, newest first, and what may be uploaded. */
export function myUploads() {
  return queryOptions({
    queryKey: uploadKeys.mine,
    queryFn: ({ signal }) => unwrap(api.GET("/uploads", { signal })),
    staleTime: 0,
  });
}

/** Where an upload is, as the protocol names it. */
export const addressOf = (uploadId: string) => `/api/uploads/${uploadId}`;

/** The id in such an address. */
export const idIn = (address: string) => address.slice(address.lastIndexOf("/") + 1);
