import { ApiError } from "@/api/errors";
import { reachable, type Stream, type StreamListener } from "./stream";
import { createWatch, type Joined } from "./watch";

const picture = { attach: () => {}, detach: () => {} };
const show: Joined = { viewers: 3, address: { url: "http://here", token: "t" } };

function setup(join: () => Promise<Joined> = async () => show) {
  vi.useFakeTimers();
  const joins = vi.fn(join);
  const lines: { listener: StreamListener; close: () => void }[] = [];
  const open = vi.fn(async (_: unknown, listener: StreamListener): Promise<Stream> => {
    const close = vi.fn();
    lines.push({ listener, close });
    return { close };
  });
  const watch = createWatch({ join: joins, open });
  const line = () => {
    const last = lines.at(-1);
    if (last === undefined) throw new Error("nothing was opened");
    return last;
  };
  return { watch, joins, open, lines, line, phase: () => watch.store.getState().phase };
}

const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

afterEach(() => vi.useRealTimers());

test("a show is joined, connected and played", async () => {
  const { watch, line, phase } = setup();
  watch.start();
  expect(phase()).toBe("connecting");
  await settle();
  expect(phase()).toBe("waiting");
  line().listener.onPicture(picture);
  expect(phase()).toBe("playing");
  expect(watch.store.getState().show?.viewers).toBe(3);
});

test("after a loss it joins anew, with a fresh token, after 1, 2, 4, 8 and then 10 s", async () => {
  const { watch, line, joins, phase } = setup();
  watch.start();
  await settle();
  line().listener.onPicture(picture);
  joins.mockRejectedValue(new ApiError(0, "unreachable"));
  line().listener.onClosed();
  expect(phase()).toBe("reconnecting");
  for (const [delay, calls] of [
    [1000, 2],
    [2000, 3],
    [4000, 4],
    [8000, 5],
    [10_000, 6],
    [10_000, 7],
  ] as const) {
    await settle(delay - 1);
    expect(joins).toHaveBeenCalledTimes(calls - 1);
    await settle(1);
    expect(joins).toHaveBeenCalledTimes(calls);
  }
  joins.mockResolvedValue(show);
  await settle(10_000);
  line().listener.onPicture(picture);
  expect(phase()).toBe("playing");
});

test("a performer who lost her picture is waited for on the same connection", async () => {
  const { watch, line, joins, phase } = setup();
  watch.start();
  await settle();
  line().listener.onPicture(picture);
  line().listener.onPicture(undefined);
  expect(phase()).toBe("waiting");
  line().listener.onPicture(picture);
  expect(phase()).toBe("playing");
  expect(joins).toHaveBeenCalledTimes(1);
});

test("a show that is announced before it can be joined is tried at once when it is on", async () => {
  const { watch, joins, phase } = setup();
  joins.mockRejectedValueOnce(new ApiError(409, "offline"));
  watch.start();
  await settle();
  expect(phase()).toBe("connecting");
  watch.hurry();
  await settle();
  expect(joins).toHaveBeenCalledTimes(2);
  expect(phase()).toBe("waiting");
});

test("stopping closes the connection, and nothing late brings it back", async () => {
  const { watch, line, joins, phase } = setup();
  watch.start();
  await settle();
  const { close, listener } = line();
  watch.stop();
  expect(close).toHaveBeenCalled();
  listener.onPicture(picture);
  listener.onClosed();
  await settle(60_000);
  expect(phase()).toBe("off");
  expect(joins).toHaveBeenCalledTimes(1);
});

test("a connection that opens after the stop is closed again", async () => {
  const { watch, lines } = setup();
  watch.start();
  watch.stop();
  await settle();
  for (const { close } of lines) expect(close).toHaveBeenCalled();
});

test("on this host the engine is reached at the page's own origin", () => {
  expect(reachable(`http://${location.hostname}:9999`)).toBe(location.origin);
  expect(reachable("https://media.example")).toBe("https://media.example");
});
