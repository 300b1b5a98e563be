import { api, quietly, unwrap } from "@/api/client";

/** Counts that somebody watches a video or its trailer. Whether it was counted matters to nobody who watches. */
export function countView(id: string) {
  unwrap(
    api.POST("/user/performer-assets/videos/{id}/inc-view", {
      params: { path: { id } },
      fetch: quietly,
    }),
  ).catch(() => {});
}
