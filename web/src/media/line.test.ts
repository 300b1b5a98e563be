import { ApiError } from "@/api/errors";
import { createLine, type LineEvents, type LineState } from "./line";

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0); // no pause is shortened
});
afterEach(() => vi.useRealTimers());

function setup() {
  const states: LineState[] = [];
  const opened: { address: string; events: LineEvents; closed: boolean }[] = [];
  const ask = vi.fn(async (): Promise<string | undefined> => "fresh");
  const onRemoved = vi.fn();
  const connect = vi.fn(async (address: string, events: LineEvents) => {
    const one = { address, events, closed: false };
    opened.push(one);
    return {
      close: () => {
        one.closed = true;
      },
    };
  });
  const line = createLine({ ask, connect, onState: (state) => states.push(state), onRemoved });
  const last = () => {
    const one = opened.at(-1);
    if (one === undefined) throw new Error("nothing was opened");
    return one;
  };
  return { line, states, opened, last, ask, connect, onRemoved };
}

const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

test("a line is connecting, then on", async () => {
  const { line, states, last } = setup();
  line.start("first");
  await settle();
  expect(states).toEqual(["connecting", "on"]);
  expect(last().address).toBe("first");
});

test("what the network ends is opened anew at a fresh address", async () => {
  const { line, states, last, opened } = setup();
  line.start("first");
  await settle();
  last().events.onClosed("network");
  expect(states.at(-1)).toBe("mending");
  await settle(999);
  expect(opened).toHaveLength(1);
  await settle(1);
  expect(last().address).toBe("fresh");
  expect(states.at(-1)).toBe("on");
});

test("what the server ends stays ended, and its owner is told", async () => {
  const { line, states, last, ask, onRemoved } = setup();
  line.start("first");
  await settle();
  last().events.onClosed("removed");
  await settle(60_000);
  expect(onRemoved).toHaveBeenCalledTimes(1);
  expect(ask).not.toHaveBeenCalled();
  expect(states.at(-1)).toBe("off");
});

test("a server that cannot be reached is asked again, one that refuses is not", async () => {
  const { line, last, ask, onRemoved } = setup();
  line.start("first");
  await settle();
  ask.mockRejectedValueOnce(new ApiError(0, "unreachable"));
  last().events.onClosed("network");
  await settle(1000);
  expect(onRemoved).not.toHaveBeenCalled();
  ask.mockRejectedValueOnce(new ApiError(404, "There is no such private show."));
  await settle(2000);
  expect(onRemoved).toHaveBeenCalledTimes(1);
  await settle(60_000);
  expect(ask).toHaveBeenCalledTimes(2);
});

test("a connection that opens after the stop is closed again", async () => {
  const { line, connect, states } = setup();
  const close = vi.fn();
  let opens = (_: { close(): void }) => {};
  connect.mockImplementationOnce(
    () =>
      new Promise((resolve) => {
        opens = resolve;
      }),
  );
  line.start("first");
  await settle();
  line.stop();
  opens({ close });
  await settle();
  expect(close).toHaveBeenCalledTimes(1);
  expect(states.at(-1)).toBe("off");
});

test("a connection that is no good is left for a new one, and none is begun before there is one", async () => {
  const { line, connect, ask, states } = setup();
  line.renew();
  await settle(10_000);
  expect(connect).not.toHaveBeenCalled();
  line.start("first");
  await settle();
  line.renew();
  line.renew();
  expect(states.at(-1)).toBe("mending");
  await settle(1000);
  expect(ask).toHaveBeenCalledTimes(1);
  expect(connect).toHaveBeenCalledTimes(2);
  expect(states.at(-1)).toBe("on");
});
