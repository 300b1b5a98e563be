import { createRetry } from "./retry";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Fails again and again, and answers after how long each try came. */
function tries(retry: ReturnType<typeof createRetry>, count: number): number[] {
  const pauses: number[] = [];
  for (let i = 0; i < count; i++) {
    const failed = Date.now();
    retry.later(() => pauses.push(Date.now() - failed));
    vi.advanceTimersToNextTimer();
  }
  return pauses;
}

test("each failure waits longer, and the last pause is kept", () => {
  vi.spyOn(Math, "random").mockReturnValue(0);
  const retry = createRetry([1000, 2000, 4000]);
  expect(tries(retry, 5)).toEqual([1000, 2000, 4000, 4000, 4000]);
  retry.reset();
  expect(tries(retry, 1)).toEqual([1000]);
});

test("chance shortens a pause by a quarter at most", () => {
  vi.spyOn(Math, "random").mockReturnValueOnce(0.5).mockReturnValueOnce(0.999);
  expect(tries(createRetry([1000]), 2)).toEqual([875, 750]);
});

test("what was cancelled is not tried, and of two only the later", () => {
  const tried: string[] = [];
  const retry = createRetry([1000]);
  retry.later(() => tried.push("first"));
  retry.later(() => tried.push("second"));
  expect(retry.isWaiting()).toBe(true);
  vi.advanceTimersByTime(1000);
  expect(tried).toEqual(["second"]);
  expect(retry.isWaiting()).toBe(false);
  retry.later(() => tried.push("third"));
  retry.cancel();
  vi.advanceTimersByTime(1000);
  expect(tried).toEqual(["second"]);
});
