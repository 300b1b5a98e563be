import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";

/** The languages that may be chosen from. */
export function languages() {
  return queryOptions({
    queryKey: ["places", "languages"],
    queryFn: ({ signal }) => unwrap(api.GET("/languages/list", { signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
