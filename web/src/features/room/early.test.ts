import { beginWatch, takeWatch } from "./early";

const joinShow = vi.hoisted(() => vi.fn((_performerId: string) => new Promise<never>(() => {})));
vi.mock("./api", () => ({ joinShow }));

beforeEach(() => {
  vi.useFakeTimers();
  joinShow.mockClear();
});
afterEach(() => {
  vi.runAllTimers();
  vi.useRealTimers();
});

test("a show is joined on the way into its room, and once", () => {
  beginWatch("nina");
  beginWatch("nina");
  const watch = takeWatch("nina");
  watch.start();
  expect(joinShow.mock.calls).toEqual([["nina"]]);
  vi.advanceTimersByTime(60_000);
  expect(watch.store.getState().phase).toBe("connecting"); // the room has it: nobody else ends it
  watch.stop();
});

test("what was begun is taken by one room, of that performer", () => {
  beginWatch("nina");
  expect(takeWatch("vera").store.getState().phase).toBe("off");
  expect(takeWatch("nina").store.getState().phase).toBe("connecting");
  expect(takeWatch("nina").store.getState().phase).toBe("off");
});

test("it ends when no room comes, or when somebody goes elsewhere", () => {
  beginWatch("nina");
  vi.advanceTimersByTime(10_000);
  expect(takeWatch("nina").store.getState().phase).toBe("off");
  beginWatch("nina");
  beginWatch("vera");
  expect(takeWatch("nina").store.getState().phase).toBe("off");
  expect(takeWatch("vera").store.getState().phase).toBe("connecting");
});
