import { api, unwrap } from "@/api/client";

/** Counts that somebody watches a video or its trailer. Whether it was counted matters to nobody who watches. */
export function countView(id: string) {
  unwrap(
    api.POST("/user/performer-assets/videos/{id}/inc-view", {
      params: { path: { id } },
      fetch: quietly,
    }),
  ).catch(() => {});
}

// A refusal of what nobody has pressed takes nobody away from the page, as one of a press does.
function quietly(request: Request): Promise<Response> {
  return globalThis.fetch(request);
}
