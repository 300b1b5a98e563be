import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";

/** What the members of the studio get of its income, which a new member changes. */
export const sharesKey = ["studio-commission"] as const;

export const studioKey = ["account", "studio"] as const;

/** The studio that is logged in: its record, how far its check is, and its figures. */
export function studioMe() {
  return queryOptions({
    queryKey: studioKey,
    queryFn: ({ signal }) => unwrap(api.GET("/studio/me", { signal })),
  });
}
