import { type Count, countOf, watchFrames } from "./frames";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function watched() {
  const now: { count: Count | undefined } = { count: { frames: 0, received: 100 } };
  const told: boolean[] = [];
  const stop = watchFrames(
    async () => now.count,
    (flows) => told.push(flows),
  );
  /** So many seconds in which frames leave, the server answers, or neither. */
  const pass = async (seconds: number, does: { frames?: boolean; answers?: boolean } = {}) => {
    for (let second = 0; second < seconds; second++) {
      const { frames = 0, received = 0 } = now.count ?? {};
      now.count = {
        frames: frames + (does.frames ? 30 : 0),
        received: (received ?? 0) + (does.answers ? 900 : 0),
      };
      await vi.advanceTimersByTimeAsync(1000);
    }
  };
  return { told, pass, stop };
}

test("a camera that never gives a frame is never on air", async () => {
  const { told, pass } = watched();
  await pass(10, { answers: true });
  expect(told).toEqual([false]);
});

test("three seconds without a frame are told, and the next frame, too", async () => {
  const { told, pass } = watched();
  await pass(2, { frames: true, answers: true });
  expect(told).toEqual([true]);
  await pass(4, { answers: true });
  expect(told).toEqual([true, false]);
  await pass(1, { frames: true, answers: true });
  expect(told).toEqual([true, false, true]);
});

test("frames that nobody answers do not arrive: the cable is out", async () => {
  const { told, pass } = watched();
  await pass(2, { frames: true, answers: true });
  await pass(4, { frames: true });
  expect(told).toEqual([true, false]);
});

test("of all sizes that are sent the frames are added up", () => {
  const report: [string, Record<string, unknown>][] = [
    ["a", { type: "outbound-rtp", framesSent: 10 }],
    ["b", { type: "outbound-rtp", framesSent: 20 }],
    ["c", { type: "candidate-pair", bytesReceived: 7 }],
    ["d", { type: "codec" }],
  ];
  expect(countOf(report)).toEqual({ frames: 30, received: 7 });
});
