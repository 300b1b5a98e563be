import { loadInTheEnd } from "./loadInTheEnd";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const missing = new TypeError("Failed to fetch dynamically imported module");

test("a file that could not be had is asked for again, later each time", async () => {
  const load = vi.fn().mockRejectedValue(missing);
  loadInTheEnd(load);
  const asked = async (after: number) => {
    await vi.advanceTimersByTimeAsync(after);
    return load.mock.calls.length;
  };
  expect(await asked(0)).toBe(1);
  expect(await asked(999)).toBe(1);
  expect(await asked(1)).toBe(2);
  expect(await asked(1999)).toBe(2);
  expect(await asked(1)).toBe(3);
  expect(await asked(10 * 60_000)).toBeLessThan(30);
});

test("it is asked for at once when the network is back, and given", async () => {
  const load = vi.fn().mockRejectedValueOnce(missing).mockResolvedValue("file");
  const file = loadInTheEnd(load);
  await vi.advanceTimersByTimeAsync(0);
  window.dispatchEvent(new Event("online"));
  expect(await file).toBe("file");
  expect(load).toHaveBeenCalledTimes(2);
});
