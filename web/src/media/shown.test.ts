import { shownFrames } from "./shown";

/** A video element; `present` shows a frame of it. */
function video(counts: { totalVideoFrames: number } | undefined, tellsFrames = true) {
  const waiting = new Map<number, () => void>();
  let last = 0;
  const element = Object.assign(document.createElement("video"), {
    getVideoPlaybackQuality: counts && (() => counts),
    ...(tellsFrames && {
      requestVideoFrameCallback: (tell: () => void) => waiting.set(++last, tell) && last,
      cancelVideoFrameCallback: (handle: number) => waiting.delete(handle),
    }),
  });
  const present = () => {
    const tells = [...waiting.values()];
    waiting.clear();
    for (const tell of tells) tell();
  };
  return { element, present, waiting };
}

test("a picture that stands still while its time goes on is not moving", () => {
  const { element, present } = video({ totalVideoFrames: 0 });
  const frames = shownFrames(element);
  present();
  const first = frames.count();
  expect(first).toBeGreaterThan(0);
  element.currentTime = 7;
  expect(frames.count()).toBe(first);
  present();
  expect(frames.count()).not.toBe(first);
});

test("one frame is asked for at a time, and none any more in the end", () => {
  const { element, waiting } = video({ totalVideoFrames: 0 });
  const frames = shownFrames(element);
  frames.count();
  frames.count();
  expect(waiting.size).toBe(1);
  frames.stop();
  expect(waiting.size).toBe(0);
});

test("frames that are decoded and not looked at count, too", () => {
  const counts = { totalVideoFrames: 10 };
  const frames = shownFrames(video(counts).element);
  const before = frames.count();
  counts.totalVideoFrames = 40;
  expect(frames.count()).not.toBe(before);
});

test("where no frame is told of, the time says whether it moves", () => {
  const { element } = video(undefined, false);
  const frames = shownFrames(element);
  const before = frames.count();
  element.currentTime = 7;
  expect(frames.count()).not.toBe(before);
});
