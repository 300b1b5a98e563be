import { clientOf, quietly, unwrap } from "@/api/client";
import type { Part, Playback } from "./types";

type Video = { path: { id: string } };
type Answer<Body> = { 200: { headers: object; content: { "application/json": Body } } };

/** The routes of playback; the generated ones take their place. */
type PlaybackPaths = {
  "/user/performer-assets/videos/{id}/playback": {
    parameters: Video & { query: { part: Part } };
    get: {
      parameters: Video & { query: { part: Part } };
      responses: Answer<{ data: Playback }>;
    };
  };
  "/user/performer-assets/videos/{id}/position": {
    parameters: Video;
    put: {
      parameters: Video;
      requestBody: { content: { "application/json": { positionMs: number } } };
      responses: { 204: { headers: object; content?: never } };
    };
  };
};

const client = clientOf<PlaybackPaths>();

/** Fresh addresses of a video; asked again, the right to it is asked anew. */
export function askPlayback(id: string, part: Part): Promise<Playback> {
  return unwrap(
    client.GET("/user/performer-assets/videos/{id}/playback", {
      params: { path: { id }, query: { part } },
    }),
  );
}

/** Keeps where a viewer is, for every device of theirs; `keepalive` sends it while the page is being left. */
export function savePosition(id: string, positionMs: number, keepalive: boolean): Promise<void> {
  return unwrap(
    client.PUT("/user/performer-assets/videos/{id}/position", {
      params: { path: { id } },
      body: { positionMs },
      keepalive,
      fetch: quietly,
    }),
  );
}
