/** Counts what a video element shows. */
export type ShownFrames = {
  /** Another number each time that a new frame has been shown since. */
  count(): number;
  stop(): void;
};

/**
 * Firefox counts no frames of a MediaStream, and its time goes on while the picture stands still:
 * a frame that is shown is asked for, one at each look.
 */
export function shownFrames(element: HTMLVideoElement): ShownFrames {
  const decoded = () => element.getVideoPlaybackQuality?.().totalVideoFrames ?? 0;
  // Older ones tell of no frame.
  if (typeof element.requestVideoFrameCallback !== "function")
    return { count: () => decoded() || element.currentTime, stop: () => {} };

  let shown = 0;
  let asked: number | undefined;
  const ask = () => {
    asked ??= element.requestVideoFrameCallback(() => {
      asked = undefined;
      shown++;
    });
  };
  ask();
  return {
    count() {
      ask();
      return shown + decoded();
    },
    stop: () => asked !== undefined && element.cancelVideoFrameCallback(asked),
  };
}
