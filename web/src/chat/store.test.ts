import fc from "fast-check";
import type { Message } from "@/realtime/events";
import { catchUp } from "./catchUp";
import { goOn, trim } from "./endless";
import { maxLines } from "./lines";
import { createChat, flushEvery } from "./store";

const said = (n: number, changes: Partial<Message> = {}): Message => ({
  _id: String(n).padStart(6, "0"),
  conversationId: "c1",
  type: "text",
  text: `line ${n}`,
  senderInfo: { _id: "tom", username: "tom", avatar: "", role: "user" },
  isDeleted: false,
  createdAt: "2026-11-02T12:00:00Z",
  ...changes,
});

function setup() {
  vi.useFakeTimers();
  const chat = createChat();
  const texts = () => chat.store.getState().lines.map(({ message }) => message.text);
  const ids = () => chat.store.getState().lines.map(({ message }) => message._id);
  return { chat, texts, ids, lines: () => chat.store.getState().lines };
}

afterEach(() => vi.useRealTimers());

test("what the socket brings is shown together, at most once in 100 ms", () => {
  const { chat, texts } = setup();
  const drawn = vi.fn();
  chat.store.subscribe(drawn);
  for (let n = 1; n <= 50; n++) chat.receive(said(n));
  expect(texts()).toEqual([]);
  vi.advanceTimersByTime(flushEvery);
  expect(texts()).toHaveLength(50);
  expect(drawn).toHaveBeenCalledTimes(1);
});

test("an own line is there at once, and the server's message takes its place", () => {
  const { chat, lines } = setup();
  chat.write(said(999_999, { _id: "mine", clientId: "mine", text: "hello" }));
  expect(lines()[0]).toMatchObject({ key: "mine", state: "pending" });
  chat.receive(said(7, { clientId: "mine", text: "hello" }));
  chat.settle(said(7, { clientId: "mine", text: "hello" }));
  vi.advanceTimersByTime(flushEvery);
  expect(lines()).toHaveLength(1);
  expect(lines()[0]).toMatchObject({ key: "mine", state: "sent", message: { _id: "000007" } });
});

test("somebody else's line never takes the place of mine", () => {
  const { chat, lines } = setup();
  chat.write(said(1, { _id: "mine", clientId: "mine" }));
  chat.receive(
    said(2, {
      clientId: "mine",
      senderInfo: { _id: "eve", username: "eve", avatar: "", role: "user" },
    }),
  );
  vi.advanceTimersByTime(flushEvery);
  expect(lines().map(({ state }) => state)).toEqual(["sent", "pending"]);
});

test("a refused line can be sent again or thrown away", () => {
  const { chat, lines } = setup();
  const mine = said(1, { _id: "mine", clientId: "mine" });
  chat.write(mine);
  chat.fail("mine", "You are too quick.");
  expect(lines()[0]).toMatchObject({ state: "failed", problem: "You are too quick." });
  chat.write(mine);
  expect(lines()).toHaveLength(1);
  expect(lines()[0]?.state).toBe("pending");
  chat.fail("mine", "No.");
  chat.discard("mine");
  expect(lines()).toEqual([]);
});

test("a deleted message leaves a tombstone, also when it was still on its way", () => {
  const { chat, texts, lines } = setup();
  chat.recall([said(1, { type: "tip", token: 25 })], false);
  chat.receive(said(2));
  chat.bury("000001");
  chat.bury("000002");
  vi.advanceTimersByTime(flushEvery);
  expect(texts()).toEqual(["Message deleted", "Message deleted"]);
  expect(lines()[0]?.message.token).toBeUndefined();
});

test("clearing leaves only what still waits to be sent", () => {
  const { chat, lines } = setup();
  chat.recall([said(1), said(2)], false);
  chat.write(said(9, { _id: "mine", clientId: "mine" }));
  chat.clear();
  vi.advanceTimersByTime(flushEvery);
  expect(lines().map(({ key }) => key)).toEqual(["mine"]);
});

test("a thousand lines are kept, the newest", () => {
  const { chat, ids } = setup();
  for (let n = 1; n <= maxLines + 250; n++) chat.receive(said(n));
  vi.advanceTimersByTime(flushEvery);
  expect(ids()).toHaveLength(maxLines);
  expect(ids().at(0)).toBe("000251");
});

test("older pages go before what is known", () => {
  const { chat, ids } = setup();
  chat.recall([said(4), said(3)], true);
  chat.recall([said(2), said(1)], false);
  expect(ids()).toEqual(["000001", "000002", "000003", "000004"]);
  expect(chat.store.getState().hasOlder).toBe(false);
});

test("whatever happens in whatever order, no message is in it twice and time runs down", () => {
  const number = fc.integer({ min: 1, max: 40 });
  const step = fc.oneof(
    number.map((n) => ({ does: "receive", n }) as const),
    number.map((n) => ({ does: "write", n }) as const),
    number.map((n) => ({ does: "settle", n }) as const),
    number.map((n) => ({ does: "recall", n }) as const),
    number.map((n) => ({ does: "bury", n }) as const),
    fc.constant({ does: "flush", n: 0 } as const),
  );
  vi.useFakeTimers();
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      const chat = createChat();
      for (const { does, n } of steps) {
        const message = said(n, { clientId: `k${n}` });
        if (does === "receive") chat.receive(message);
        if (does === "write" && !chat.knows(message._id)) {
          chat.write({ ...message, _id: `k${n}` });
        }
        if (does === "settle") chat.settle(message);
        if (does === "recall") chat.recall([message, said(n + 1)], true);
        if (does === "bury") chat.bury(message._id);
        if (does === "flush") chat.flush();
      }
      chat.flush();
      const lines = chat.store.getState().lines;
      const keys = lines.map(({ key }) => key);
      expect(new Set(keys).size).toBe(keys.length);
      const sent = lines.filter(({ state }) => state === "sent").map(({ message }) => message._id);
      expect(sent).toEqual([...new Set(sent)].sort());
    }),
  );
});

function history(newest: number) {
  return async (after?: string) => {
    const from = after === undefined ? newest : Number(after) - 1;
    const data = Array.from({ length: 25 }, (_, index) => from - index)
      .filter((n) => n > 0)
      .map((n) => said(n));
    const next = data.at(-1)?._id;
    return from > 25 && next !== undefined ? { data, next } : { data };
  };
}

test("the first history is one page, and says that older ones exist", async () => {
  const { chat, ids } = setup();
  await catchUp(chat, history(60));
  expect(ids()).toHaveLength(25);
  expect(chat.store.getState()).toMatchObject({ hasOlder: true, isReady: true });
});

test("after a reconnect what was missed is joined to what is known", async () => {
  const { chat, ids } = setup();
  await catchUp(chat, history(30));
  await catchUp(chat, history(70));
  expect(ids()).toHaveLength(65);
  expect(new Set(ids()).size).toBe(65);
});

test("who missed too much starts again from the newest", async () => {
  const { chat, ids } = setup();
  await catchUp(chat, history(30));
  await catchUp(chat, history(500));
  expect(ids()).toHaveLength(100);
  expect(ids().at(-1)).toBe("000500");
  expect(chat.store.getState().hasOlder).toBe(true);
});

test("what was deleted meanwhile is a tombstone after the reconnect", async () => {
  const { chat, texts } = setup();
  chat.recall([said(1)], false);
  await catchUp(chat, async () => ({
    data: [said(1, { isDeleted: true, text: "Message deleted" })],
  }));
  expect(texts()).toEqual(["Message deleted"]);
});

test("a line that got no answer waits to be sent again, with all after it; a refused one does not", () => {
  const { chat, lines } = setup();
  const write = (key: string) => chat.write(said(1, { _id: key, clientId: key }));
  for (const key of ["refused", "lost", "after"]) write(key);
  expect(chat.next()?.key).toBe("refused");
  chat.fail("refused", "why");
  expect(chat.next()?.key).toBe("lost");
  chat.fail("lost", "no answer", true);
  expect(lines().map(({ state }) => state)).toEqual(["failed", "failed", "failed"]);

  write("later");
  expect(chat.next()?.key).toBe("lost"); // what was written first goes first
  expect(lines().map(({ key }) => key)).toEqual(["refused", "lost", "after", "later"]);
  chat.settle(said(8, { clientId: "lost" })); // the answer was lost, not the line
  expect(chat.next()?.key).toBe("after");
});

test("a line that staff let go takes the place of the one that waited", () => {
  const { chat, lines } = setup();
  chat.recall([said(1)], false);
  chat.write(said(999_999, { _id: "mine", clientId: "mine" }));
  chat.settle(said(2, { clientId: "mine", isHeld: true }));
  chat.recall([said(3)], false);
  chat.receive(said(4, { clientId: "mine", seq: 3 }));
  chat.flush();
  expect(lines().map(({ message }) => message._id)).toEqual(["000001", "000003", "000004"]);
  expect(lines()[2]).toMatchObject({ key: "mine", state: "sent" });
  expect(lines()[2]?.message.isHeld).toBeUndefined();
});

test("quotes of a deleted message are empty, also when it was deleted elsewhere meanwhile", () => {
  const { chat, lines } = setup();
  const quoted = (n: number) => ({
    _id: said(n)._id,
    type: "text" as const,
    username: "tom",
    text: `line ${n}`,
    isDeleted: false,
  });
  chat.recall(
    [said(1), said(2, { replyTo: quoted(1) }), said(3), said(4, { replyTo: quoted(3) })],
    false,
  );
  chat.bury("000001");
  chat.recall([said(3, { isDeleted: true, text: "Message deleted" })], false);
  chat.flush();
  expect(lines().map(({ message }) => message.replyTo?.text)).toEqual([
    undefined,
    "",
    undefined,
    "",
  ]);
  expect(lines()[3]?.message.replyTo?.isDeleted).toBe(true);
});

test("an endless chat is read back beyond a thousand lines, and comes forward again", async () => {
  vi.useFakeTimers();
  const chat = createChat(true);
  const { lines: at } = {
    lines: () => chat.store.getState().lines.map(({ message }) => message._id),
  };
  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => said(from + index));
  chat.recall(numbers(2001, 3000), true);
  chat.write(said(9999, { _id: "mine", clientId: "mine" }));
  chat.recall(numbers(1976, 2000), true);
  trim(chat, "newest");
  expect(chat.store.getState()).toMatchObject({ hasOlder: true, hasNewer: true });
  expect([at()[0], at().at(-2), at().at(-1), at().length]).toEqual([
    "001976",
    "002975",
    "mine",
    maxLines + 1,
  ]);

  chat.receive(said(3001)); // far from what is shown: the newest are read again later
  chat.flush();
  expect(at().at(-2)).toBe("002975");
  goOn(chat, numbers(2976, 3001), false);
  trim(chat, "oldest");
  expect([at()[0], at().at(-2), at().length]).toEqual(["002002", "003001", maxLines + 1]);
  expect(chat.store.getState()).toMatchObject({ hasOlder: true, hasNewer: false });

  chat.recall(numbers(1900, 2001), true);
  trim(chat, "newest");
  chat.restart(numbers(2976, 3001), true);
  expect(chat.store.getState()).toMatchObject({ hasOlder: true, hasNewer: false });
  expect(at()).toHaveLength(27);
});
