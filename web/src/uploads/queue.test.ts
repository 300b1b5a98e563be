import fc from "fast-check";
import { ApiError } from "@/api/errors";
import { createQueue } from "./queue";
import { rememberedUploads } from "./remembered";
import type { Send } from "./send";

type Sent = Parameters<Send>[0] & Parameters<Send>[1] & { stopped: boolean };

const film = (name: string, size = 100) =>
  new File([new Uint8Array(size)], name, { lastModified: 5 });

function setup(remembered = rememberedUploads("nina")) {
  const sent: Sent[] = [];
  const removed: string[] = [];
  const send: Send = (order, heard) => {
    const one: Sent = { ...order, ...heard, stopped: false };
    sent.push(one);
    return () => {
      one.stopped = true;
    };
  };
  const remove = async (address: string) => {
    removed.push(address);
  };
  const queue = createQueue({ send, remove, remembered, now: () => Date.now() });
  const states = () => queue.store.getState().map(({ name, state }) => `${name} ${state}`);
  const newest = (name: string) => {
    const found = sent.findLast((one) => one.file.name === name);
    if (found === undefined) throw new Error(`${name} was never sent`);
    return found;
  };
  const key = (name: string) =>
    queue.store.getState().find((one) => one.name === name)?.key ?? "none";
  return { queue, sent, removed, states, newest, key };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("two files are sent at a time, the others in their order", () => {
  const { queue, states, newest } = setup();
  queue.add([film("a"), film("b"), film("c"), film("d")], "video");
  expect(states()).toEqual(["a sending", "b sending", "c waiting", "d waiting"]);
  newest("b").onDone();
  expect(states()).toEqual(["a sending", "b done", "c sending", "d waiting"]);
  newest("a").onDone();
  expect(states()).toEqual(["a done", "b done", "c sending", "d sending"]);
});

test("progress says how much is left, by the pace of the last seconds", () => {
  const { queue, newest } = setup();
  queue.add([film("a", 1000)], "video");
  newest("a").onProgress(0);
  vi.advanceTimersByTime(2000);
  newest("a").onProgress(200);
  expect(queue.store.getState()[0]).toMatchObject({ sent: 200, remaining: 8000 });
});

test("a paused file gives its place away and goes on where it was", () => {
  const { queue, states, newest, key } = setup();
  queue.add([film("a"), film("b"), film("c")], "video");
  newest("a").onAddress("/api/uploads/1");
  newest("a").onProgress(40);
  queue.pause(key("a"));
  expect(newest("a").stopped).toBe(true);
  expect(states()).toEqual(["a paused", "b sending", "c sending"]);
  queue.resume(key("a"));
  expect(states()).toEqual(["a waiting", "b sending", "c sending"]);
  newest("b").onDone();
  expect(newest("a").address).toBe("/api/uploads/1");
  expect(states()).toEqual(["a sending", "b done", "c sending"]);
});

test("a broken line is tried again, later and later, and at once when the network is back", () => {
  const { queue, sent, states, newest } = setup();
  queue.add([film("a")], "video");
  newest("a").onAddress("/api/uploads/1");
  newest("a").onFailed(new ApiError(0, "unreachable"));
  expect(states()).toEqual(["a interrupted"]);
  vi.advanceTimersByTime(999);
  expect(sent).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(sent).toHaveLength(2);
  newest("a").onFailed(new ApiError(0, "unreachable"));
  vi.advanceTimersByTime(1999);
  expect(sent).toHaveLength(2);
  queue.online();
  expect(sent).toHaveLength(3);
  vi.advanceTimersByTime(60_000);
  expect(sent).toHaveLength(3);
  newest("a").onFailed(new ApiError(429, "too often", { retryAfter: 7 }));
  vi.advanceTimersByTime(6999);
  expect(sent).toHaveLength(3);
  vi.advanceTimersByTime(1);
  expect(sent).toHaveLength(4);
  expect(newest("a").address).toBe("/api/uploads/1");
});

test("what the site refuses waits for its person, and the next file has the place", () => {
  const { queue, states, newest } = setup();
  queue.add([film("a"), film("b"), film("c")], "video");
  newest("a").onFailed(new ApiError(422, "You can only upload mp4 file!"));
  expect(states()).toEqual(["a failed", "b sending", "c sending"]);
  expect(queue.store.getState()[0]?.problem).toBe("You can only upload mp4 file!");
});

test("an upload that another request took is taken back twice, then its person decides", () => {
  const { queue, states, newest, key } = setup();
  const taken = new ApiError(400, "It goes on elsewhere.", { code: "upload_interrupted" });
  queue.add([film("a")], "video");
  for (let n = 0; n < 2; n++) {
    newest("a").onFailed(taken);
    expect(states()).toEqual(["a interrupted"]);
    vi.advanceTimersByTime(30_000);
    newest("a").onProgress(10 * n);
  }
  newest("a").onFailed(taken);
  expect(states()).toEqual(["a failed"]);
  queue.resume(key("a"));
  newest("a").onFailed(taken);
  expect(states()).toEqual(["a interrupted"]);
});

test("an upload that the site has forgotten begins anew, once", () => {
  const remembered = rememberedUploads("nina");
  remembered.keep("video", film("a"), "/api/uploads/old");
  const { queue, sent, states, newest } = setup(remembered);
  queue.add([film("a")], "video");
  expect(newest("a").address).toBe("/api/uploads/old");
  newest("a").onFailed(new ApiError(404, "This upload does not exist."));
  expect(sent).toHaveLength(2);
  expect(newest("a").address).toBeUndefined();
  newest("a").onFailed(new ApiError(404, "This address does not exist."));
  expect(states()).toEqual(["a failed"]);
});

test("after a reload the same file goes on with its upload, another one does not", () => {
  const before = setup();
  before.queue.add([film("a"), film("b")], "video");
  before.newest("a").onAddress("/api/uploads/1");
  before.newest("b").onAddress("/api/uploads/2");
  before.newest("b").onDone();

  const after = setup();
  const renamed = new File([new Uint8Array(100)], "a", { lastModified: 6 });
  after.queue.add([film("a")], "video");
  expect(after.newest("a").address).toBe("/api/uploads/1");
  after.queue.add([renamed], "video");
  expect(after.newest("a").address).toBeUndefined();
  expect(after.queue.knows("video", film("b"), "/api/uploads/2")).toBe(false); // it was done
  expect(after.queue.knows("trailer", film("a"), "/api/uploads/1")).toBe(false);
  expect(rememberedUploads("vera").find("video", film("a"))).toBeUndefined();
});

test("a cancelled file is removed from the site; a finished one is only hidden", async () => {
  const { queue, removed, states, newest, key } = setup();
  queue.add([film("a"), film("b"), film("c")], "video");
  newest("a").onAddress("/api/uploads/1");
  await queue.cancel(key("a"));
  expect(newest("a").stopped).toBe(true);
  expect(removed).toEqual(["/api/uploads/1"]);
  newest("b").onAddress("/api/uploads/2");
  newest("b").onDone();
  await queue.cancel(key("b"));
  expect(removed).toEqual(["/api/uploads/1"]);
  expect(states()).toEqual(["c sending"]);
  queue.close();
  expect(states()).toEqual([]);
  expect(newest("c").stopped).toBe(true);
});

test("what a full disk refuses waits for its person, and another gets its place", () => {
  const { queue, states, newest } = setup();
  queue.add([film("a"), film("b"), film("c")], "video");
  const full = new ApiError(503, "The disk is full.", { code: "disk_full", retryAfter: 600 });
  newest("a").onFailed(full);
  expect(states()).toEqual(["a failed", "b sending", "c sending"]);
  expect(queue.store.getState()[0]?.problem).toBe("The disk is full.");
});

test("what the site answers is said while it is waited for, and a lost line says nothing", () => {
  const { queue, newest } = setup();
  queue.add([film("a")], "video");
  newest("a").onFailed(new ApiError(429, "Too many requests."));
  expect(queue.store.getState()[0]).toMatchObject({
    state: "interrupted",
    problem: "Too many requests.",
  });
  vi.advanceTimersByTime(30_000);
  newest("a").onFailed(new ApiError(0, "broke"));
  expect(queue.store.getState()[0]).toMatchObject({ state: "interrupted", problem: undefined });
});

test("whatever happens, no more than two are busy, and no place stays empty", () => {
  const event = fc.record({
    what: fc.constantFrom("add", "done", "break", "refuse", "pause", "resume", "cancel", "wait"),
    which: fc.nat({ max: 7 }),
  });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      const { queue, sent } = setup();
      for (const { what, which } of events) {
        const item = queue.store.getState()[which];
        const one = sent.findLast(({ file, stopped }) => !stopped && file.name === item?.name);
        if (what === "add")
          queue.add([film(`f${sent.length}-${queue.store.getState().length}-${which}`)], "video");
        if (what === "wait") vi.advanceTimersByTime(30_000);
        if (item === undefined) continue;
        if (item.state === "sending" && what === "done") one?.onDone();
        if (item.state === "sending" && what === "break") one?.onFailed(new ApiError(0, "broke"));
        if (item.state === "sending" && what === "refuse") one?.onFailed(new ApiError(422, "no"));
        if (what === "pause") queue.pause(item.key);
        if (what === "resume") queue.resume(item.key);
        if (what === "cancel") queue.cancel(item.key);
        const busy = queue.store
          .getState()
          .filter(({ state }) => state === "sending" || state === "interrupted");
        const waiting = queue.store.getState().filter(({ state }) => state === "waiting");
        expect(busy.length).toBeLessThanOrEqual(2);
        if (waiting.length > 0) expect(busy.length).toBe(2);
      }
      queue.close();
    }),
  );
});
