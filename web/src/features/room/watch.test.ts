import { ApiError } from "@/api/errors";
import type { Stream, StreamListener } from "./stream";
import { createWatch, type Joined } from "./watch";

const picture = { attach: () => {}, detach: () => {} };
const webrtc = { url: "http://here", token: "t" };
const hls = { url: "/live/hls/show.1/signed/index.m3u8" };
const show: Joined = { viewers: 3, addresses: { webrtc }, prefer: "webrtc" };
const both: Joined = { viewers: 3, addresses: { webrtc, hls }, prefer: "webrtc" };

function setup(join: () => Promise<Joined> = async () => show) {
  vi.useFakeTimers();
  vi.spyOn(Math, "random").mockReturnValue(0); // no pause is shortened
  const joins = vi.fn(join);
  const lines: { listener: StreamListener; close: () => void }[] = [];
  const opener = () =>
    vi.fn(async (_: unknown, listener: StreamListener): Promise<Stream> => {
      const close = vi.fn();
      lines.push({ listener, close });
      return { close };
    });
  const open = { webrtc: opener(), hls: opener() };
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

test("a picture that this browser cannot decode gives way to the other one at once", async () => {
  const { watch, line, open, phase } = setup(async () => both);
  watch.start();
  await settle();
  expect(open.webrtc).toHaveBeenCalledOnce();
  line().listener.onUnplayable?.();
  await settle();
  expect(open.hls).toHaveBeenCalledOnce();
  line().listener.onPicture(picture);
  expect(phase()).toBe("playing");
});

test("where there is no other way, or none is wanted, what cannot be decoded is waited for", async () => {
  for (const [offered, wanted] of [
    [show, "auto"],
    [both, "webrtc"],
  ] as const) {
    const { watch, line, joins } = setup(async () => offered);
    watch.choose(wanted);
    watch.start();
    await settle();
    line().listener.onUnplayable?.();
    await settle();
    expect(joins).toHaveBeenCalledOnce();
  }
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

test("a picture of which no frame comes gives way to HLS", async () => {
  const { watch, open, lines, line, phase } = setup(async () => both);
  watch.start();
  await settle();
  line().listener.onPicture(picture);
  expect(phase()).toBe("playing");
  await settle(4999);
  expect(open.hls).not.toHaveBeenCalled();
  await settle(1);
  expect(open.hls).toHaveBeenCalledWith(hls, expect.anything());
  expect(lines[0]?.close).toHaveBeenCalled();
  line().listener.onPicture(picture);
  watch.saw();
  await settle(60_000);
  expect(open.hls).toHaveBeenCalledTimes(1);
  expect(phase()).toBe("playing");
});

test("on a slow line the first way has more time", async () => {
  const { watch, open } = setup(
    () => new Promise((resolve) => setTimeout(() => resolve(both), 1000)),
  );
  open.webrtc.mockImplementation(() => new Promise(() => {}));
  watch.start();
  await settle(1000 + 11_999);
  expect(open.hls).not.toHaveBeenCalled();
  await settle(1 + 1000);
  expect(open.hls).toHaveBeenCalledTimes(1);
});

test("a picture of which no frame comes is joined anew where there is no other way", async () => {
  const { watch, open, line } = setup(async () => ({ ...both, addresses: { hls } }));
  watch.start();
  await settle();
  line().listener.onPicture(picture);
  await settle(19_999);
  expect(open.hls).toHaveBeenCalledTimes(1);
  await settle(1);
  expect(open.hls).toHaveBeenCalledTimes(2);
  line().listener.onPicture(picture);
  watch.saw();
  await settle(60_000);
  expect(open.hls).toHaveBeenCalledTimes(2);
});

test("the way that its viewer chose is joined anew when no frame comes", async () => {
  const { watch, open, line } = setup(async () => both);
  watch.choose("hls");
  watch.start();
  await settle();
  line().listener.onPicture(picture);
  await settle(20_000);
  expect(open.hls).toHaveBeenCalledTimes(2);
  expect(open.webrtc).not.toHaveBeenCalled();
});

test("who watched by HLS joins early by HLS alone", async () => {
  let addresses = both;
  const { watch, open, phase } = setup(async () => addresses);
  watch.choose("hls");
  watch.start();
  await settle();
  expect(open.hls).toHaveBeenCalledTimes(1);
  watch.stop();
  const { hls: _, ...live } = both.addresses;
  addresses = { ...both, addresses: live };
  watch.startEarly();
  await settle();
  expect(phase()).toBe("off");
  addresses = both;
  watch.startEarly();
  await settle();
  expect(open.hls).toHaveBeenCalledTimes(2);
  expect(open.webrtc).not.toHaveBeenCalled();
});

test("before her show is live no way is given up; from then on it has its usual time", async () => {
  const { watch, open } = setup(async () => ({ ...both, prefer: "hls" }));
  open.hls.mockImplementation(() => new Promise(() => {}));
  watch.startEarly();
  await settle(60_000);
  expect(open.webrtc).not.toHaveBeenCalled();
  watch.start();
  await settle(4999);
  expect(open.webrtc).not.toHaveBeenCalled();
  await settle(1);
  expect(open.webrtc).toHaveBeenCalledTimes(1);
});

test("whoever had to watch by HLS comes back early by HLS", async () => {
  const { watch, open, line } = setup(async () => both);
  open.webrtc.mockImplementation(() => new Promise(() => {}));
  watch.start();
  await settle(5000);
  line().listener.onPicture(picture);
  watch.saw();
  watch.stop();
  watch.startEarly();
  await settle();
  expect(open.hls).toHaveBeenCalledTimes(2);
  expect(open.webrtc).toHaveBeenCalledTimes(1);
});

test("a picture that waits for a press is not joined anew", async () => {
  const { watch, open, line } = setup(async () => both);
  watch.start();
  await settle();
  line().listener.onPicture(picture);
  watch.held();
  await settle(60_000);
  expect(open.webrtc).toHaveBeenCalledTimes(1);
  expect(open.hls).not.toHaveBeenCalled();
});

test("a connection that does not come through gives way to HLS", async () => {
  const { watch, open } = setup(async () => both);
  open.webrtc.mockImplementation(() => new Promise(() => {}));
  watch.start();
  await settle(5000);
  expect(open.hls).toHaveBeenCalledTimes(1);
});

test("neither way is given up for ever: each gets longer than the one before", async () => {
  const { watch, open } = setup(async () => both);
  open.webrtc.mockImplementation(() => new Promise(() => {}));
  open.hls.mockImplementation(() => new Promise(() => {}));
  watch.start();
  for (const [waits, webrtc, hls] of [
    [5000, 1, 1],
    [10_000, 2, 1],
    [20_000, 2, 2],
    [20_000, 3, 2],
  ] as const) {
    await settle(waits - 1);
    expect(open.webrtc.mock.calls.length + open.hls.mock.calls.length).toBe(webrtc + hls - 1);
    await settle(1);
    expect([open.webrtc.mock.calls.length, open.hls.mock.calls.length]).toEqual([webrtc, hls]);
  }
});

test("a connection that is refused gives way to HLS, and HLS to it", async () => {
  const { watch, open } = setup(async () => both);
  open.webrtc.mockRejectedValueOnce(new Error("could not establish pc connection"));
  open.hls.mockRejectedValueOnce(new Error("manifestLoadError"));
  watch.start();
  await settle(1000);
  expect(open.hls).toHaveBeenCalledTimes(1);
  await settle(2000);
  expect(open.webrtc).toHaveBeenCalledTimes(2);
});

test("a performer who shows nothing is no reason to leave WebRTC, nor is a frame", async () => {
  const { watch, open, line } = setup(async () => both);
  watch.start();
  await settle(20_000);
  line().listener.onPicture(picture);
  watch.saw();
  await settle(20_000);
  expect(open.hls).not.toHaveBeenCalled();
});

test("what the server prefers is tried first, and what it alone offers at all", async () => {
  const preferred = setup(async () => ({ ...both, prefer: "hls" }));
  preferred.watch.start();
  await settle();
  expect(preferred.open.hls).toHaveBeenCalledTimes(1);
  const only = setup(async () => ({ ...both, addresses: { hls } }));
  only.watch.start();
  await settle(19_999);
  expect(only.open.hls).toHaveBeenCalledTimes(1);
  expect(only.open.webrtc).not.toHaveBeenCalled();
});

test("the viewer's choice holds, whatever comes through", async () => {
  const { watch, open, line } = setup(async () => both);
  watch.start();
  await settle();
  watch.choose("hls");
  await settle();
  expect(open.hls).toHaveBeenCalledTimes(1);
  watch.choose("webrtc");
  await settle();
  line().listener.onPicture(picture);
  await settle(19_999);
  expect(open.webrtc).toHaveBeenCalledTimes(2);
  expect(open.hls).toHaveBeenCalledTimes(1);
});

test("why a join fails is said until it works; that nothing is on is no failure", async () => {
  const { watch, joins } = setup();
  const refusal = () => watch.store.getState().refusal;
  joins.mockRejectedValueOnce(new ApiError(429, "Too many attempts. Please wait a minute."));
  watch.start();
  await settle();
  expect(refusal()).toBe("Too many attempts. Please wait a minute.");
  joins.mockRejectedValueOnce(new ApiError(409, "Nothing is on."));
  await settle(1000);
  expect(refusal()).toBeUndefined();
  joins.mockRejectedValueOnce(new ApiError(403, "You may not enter."));
  await settle(2000);
  expect(refusal()).toBe("You may not enter.");
  await settle(4000);
  expect(refusal()).toBeUndefined();
});
