import { adopt, beginWatch, watchFor } from "./early";

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

const phaseFor = (performerId: string) => watchFor(performerId).store.getState().phase;

test("a show is joined on the way into its room, and once", () => {
  beginWatch("nina");
  beginWatch("nina");
  const watch = watchFor("nina");
  const leave = adopt("nina", watch);
  watch.start();
  expect(joinShow.mock.calls).toEqual([["nina"]]);
  vi.advanceTimersByTime(60_000);
  expect(watch.store.getState().phase).toBe("connecting"); // the room has it: nobody else ends it
  leave();
  expect(watch.store.getState().phase).toBe("off");
});

test("a room that is drawn and thrown away leaves what was begun to the next one", () => {
  beginWatch("nina");
  expect(watchFor("nina")).toBe(watchFor("nina"));
  expect(phaseFor("vera")).toBe("off");
  const leave = adopt("nina", watchFor("nina"));
  expect(phaseFor("nina")).toBe("off"); // another room, which begins anew
  leave();
});

test("nothing is begun for a room that is on screen", () => {
  const watch = watchFor("nina");
  const leave = adopt("nina", watch);
  beginWatch("nina"); // as when only the query of its address changes
  expect(joinShow).not.toHaveBeenCalled();
  leave();
  beginWatch("nina");
  expect(joinShow).toHaveBeenCalledOnce();
});

test("it ends when no room comes, or when somebody goes elsewhere", () => {
  beginWatch("nina");
  vi.advanceTimersByTime(10_000);
  expect(phaseFor("nina")).toBe("off");
  beginWatch("nina");
  const first = watchFor("nina");
  beginWatch("vera");
  expect(first.store.getState().phase).toBe("off");
  expect(phaseFor("vera")).toBe("connecting");
});
