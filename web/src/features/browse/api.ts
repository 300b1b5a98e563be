import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";

/** The languages of the filter. */
export function languages() {
  return queryOptions({
    queryKey: ["languages"],
    queryFn: async ({ signal }) => (await unwrap(api.GET("/languages/list", { signal }))).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
