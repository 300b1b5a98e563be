import { fetchedOnce } from "@/lib/fetchedOnce";
import type { openHls } from "./hls";

const player = fetchedOnce(() => {
  // What most devices need of the library comes beside it, not after it.
  if ("MediaSource" in globalThis) import("hls.js/light").catch(() => {}); // openHls says so
  return import("./hls");
});

/** Fetches what plays HLS only when a show is watched by it. */
export const openHlsLazily: typeof openHls = async (address, listener) => {
  const { openHls } = player.here ?? (await player.fetch());
  return openHls(address, listener);
};
