/** How often a position is kept while a video plays, in milliseconds. */
const every = 10_000;

type Keep = (positionMs: number, keepalive: boolean) => void;

/**
 * Tells where the video is: every ten seconds while it plays, when it is paused or over, when the
 * page is hidden or left. Nothing is told twice in a row. `tellLast` tells it once more and stops.
 */
export function watchPosition(video: HTMLVideoElement, keep: Keep) {
  let told: number | undefined;
  let touched = false;
  const tell = (keepalive: boolean) => {
    const at = Math.round(video.currentTime * 1000);
    if (!touched || at === told) return;
    told = at;
    keep(at, keepalive);
  };
  const begun = () => {
    touched = true;
  };
  const stopped = () => tell(false);
  const hidden = () => {
    if (document.hidden) tell(true);
  };
  const left = () => tell(true);
  const timer = setInterval(() => {
    if (!video.paused) tell(false);
  }, every);
  video.addEventListener("playing", begun);
  video.addEventListener("pause", stopped);
  video.addEventListener("ended", stopped);
  document.addEventListener("visibilitychange", hidden);
  window.addEventListener("pagehide", left);
  const stop = () => {
    clearInterval(timer);
    video.removeEventListener("playing", begun);
    video.removeEventListener("pause", stopped);
    video.removeEventListener("ended", stopped);
    document.removeEventListener("visibilitychange", hidden);
    window.removeEventListener("pagehide", left);
  };
  return {
    stop,
    tellLast() {
      left();
      stop();
    },
  };
}

/** Less than this at either end of a video is no place to go on from, in milliseconds. */
const nearEnds = 5000;

/** Where to begin, in seconds: where the viewer was, and at the beginning once they have seen the end. */
export function beginAt(positionMs: number, durationMs: number): number {
  const isNearEnd = durationMs > 0 && positionMs > durationMs - nearEnds;
  return positionMs < nearEnds || isNearEnd ? 0 : positionMs / 1000;
}
