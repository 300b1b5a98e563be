import fc from "fast-check";
import type { Message } from "@/realtime/events";
import { catchUp } from "./catchUp";
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

test("a line that got no answer waits to be sent again; a refused one does not", () => {
  const { chat } = setup();
  const waiting = () => chat.unanswered().map(({ key }) => key);
  for (const key of ["lost", "refused", "taken"]) {
    chat.write(said(1, { _id: key, clientId: key }));
    chat.fail(key, "why", key !== "refused");
  }
  expect(waiting()).toEqual(["lost", "taken"]);
  chat.settle(said(8, { clientId: "taken" })); // the answer was lost, not the line
  chat.write(said(1, { _id: "lost", clientId: "lost" }));
  expect(waiting()).toEqual([]);
});
