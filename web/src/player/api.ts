import { api, quietly, unwrap } from "@/api/client";
import type { Part, Playback } from "./types";

/** Fresh addresses of a video; asked again, the right to it is asked anew. */
export function askPlayback(id: string, part: Part): Promise<Playback> {
  return unwrap(
    api.GET("/user/performer-assets/videos/{id}/playback", {
      params: { path: { id }, query: { part } },
    }),
  );
}

/** Keeps where a viewer is, for every device of theirs; `keepalive` sends it while the page is being left. */
export function savePosition(id: string, positionMs: number, keepalive: boolean): Promise<unknown> {
  return unwrap(
    api.PUT("/user/performer-assets/videos/{id}/position", {
      params: { path: { id } },
      body: { positionMs },
      keepalive,
      fetch: quietly,
    }),
  );
}
