import { receiveLazily } from "@/media/receiveLazily";
import { joinShow } from "./api";
import { openHlsLazily } from "./hlsLazily";
import { createWatch, type Watch } from "./watch";

/** How long a show that was begun early waits for its room, in milliseconds. */
const timeout = 10_000;

let begun: { performerId: string; watch: Watch; timer: ReturnType<typeof setTimeout> } | undefined;
/** Whose rooms are on screen, with a watch of their own. */
const shown = new Set<string>();

/**
 * Begins to watch a show on the way into its room: the connection is made while the page is drawn.
 * The room draws it by `watchFor` and takes it over by `adopt`; when none comes, it ends. Nothing
 * is begun for a room that is on screen.
 */
export function beginWatch(performerId: string) {
  if (begun?.performerId === performerId || shown.has(performerId)) return;
  forget();
  begun = { performerId, watch: watchOf(performerId), timer: setTimeout(forget, timeout) };
  begun.watch.start();
}

/**
 * What was begun for this performer, or a watch that has yet to start. A room that is drawn and
 * thrown away before it is on screen leaves it as it is.
 */
export function watchFor(performerId: string): Watch {
  return begun?.performerId === performerId ? begun.watch : watchOf(performerId);
}

/** The room of this performer is on screen with this watch, until the answer is called. */
export function adopt(performerId: string, watch: Watch): () => void {
  if (begun?.watch === watch) {
    clearTimeout(begun.timer);
    begun = undefined;
  }
  shown.add(performerId);
  return () => {
    shown.delete(performerId);
    watch.stop();
  };
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
    open: { webrtc: receiveLazily, hls: openHlsLazily },
  });
}
