import { beginAt, watchPosition } from "./positions";

function setup() {
  const video = document.createElement("video");
  const state = { paused: true, at: 0 };
  Object.defineProperty(video, "paused", { get: () => state.paused });
  Object.defineProperty(video, "currentTime", { get: () => state.at });
  const told: [number, boolean][] = [];
  const watch = watchPosition(video, (positionMs, keepalive) => told.push([positionMs, keepalive]));
  return {
    told,
    watch,
    play() {
      state.paused = false;
      video.dispatchEvent(new Event("playing"));
    },
    async pass(seconds: number) {
      for (let n = 0; n < seconds; n++) {
        if (!state.paused) state.at += 1;
        await vi.advanceTimersByTimeAsync(1000);
      }
    },
    pause() {
      state.paused = true;
      video.dispatchEvent(new Event("pause"));
    },
  };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("the place is told every ten seconds while the video plays, and at a pause", async () => {
  const { told, watch, play, pass, pause } = setup();
  await pass(30);
  expect(told).toEqual([]);
  play();
  await pass(25);
  pause();
  await pass(60);
  expect(told.map(([at]) => at)).toEqual([10_000, 20_000, 25_000]);
  watch.stop();
});

test("whoever hides or leaves the page has it told in a way that outlives the page", async () => {
  const { told, watch, play, pass } = setup();
  play();
  await pass(3);
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  document.dispatchEvent(new Event("visibilitychange"));
  await pass(1);
  window.dispatchEvent(new Event("pagehide"));
  window.dispatchEvent(new Event("pagehide"));
  expect(told).toEqual([
    [3000, true],
    [4000, true],
  ]);
  watch.stop();
});

test("the last place is told by whoever leaves, and not after a stop", async () => {
  const left = setup();
  left.play();
  await left.pass(4);
  left.watch.tellLast();
  await left.pass(60);
  expect(left.told).toEqual([[4000, true]]);

  const lost = setup();
  lost.play();
  await lost.pass(4);
  lost.watch.stop();
  lost.pause();
  window.dispatchEvent(new Event("pagehide"));
  await lost.pass(60);
  expect(lost.told).toEqual([]);
});

test("a video that was never played keeps the place of another device", async () => {
  const { told, watch } = setup();
  window.dispatchEvent(new Event("pagehide"));
  watch.tellLast();
  expect(told).toEqual([]);
});

test("a video goes on where it was, and begins anew near its ends", () => {
  expect(beginAt(42_500, 90_000)).toBe(42.5);
  expect(beginAt(2000, 90_000)).toBe(0);
  expect(beginAt(88_000, 90_000)).toBe(0);
  expect(beginAt(42_500, 0)).toBe(42.5);
});
