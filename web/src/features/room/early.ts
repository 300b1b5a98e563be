import { receiveLazily } from "@/media/receiveLazily";
import { joinShow } from "./api";
import { openHls } from "./hls";
import { createWatch, type Watch } from "./watch";

/** How long a show that was begun early waits for its room, in milliseconds. */
const patience = 10_000;

let begun: { performerId: string; watch: Watch; timer: ReturnType<typeof setTimeout> } | undefined;

/**
 * Begins to watch a show on the way into its room: the connection is made while the page is drawn.
 * The room takes it over by `takeWatch`; when none comes, it ends.
 */
export function beginWatch(performerId: string) {
  if (begun?.performerId === performerId) return;
  forget();
  begun = { performerId, watch: watchOf(performerId), timer: setTimeout(forget, patience) };
  begun.watch.start();
}

/** What was begun for this performer, or a watch that has yet to start. */
export function takeWatch(performerId: string): Watch {
  if (begun?.performerId !== performerId) return watchOf(performerId);
  const { watch, timer } = begun;
  clearTimeout(timer);
  begun = undefined;
  return watch;
}

function forget() {
  if (begun === undefined) return;
  clearTimeout(begun.timer);
  begun.watch.stop();
  begun = undefined;
}

function watchOf(performerId: string): Watch {
  return createWatch({
    join: () => joinShow(performerId),
    open: { webrtc: receiveLazily, hls: openHls },
  });
}
