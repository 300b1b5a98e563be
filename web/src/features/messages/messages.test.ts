import { QueryClient } from "@tanstack/react-query";
import type { Line } from "@/chat/lines";
import { realtime } from "@/realtime/realtime";
import { conversations, inboxKeys } from "./api";
import {
  conversationChanged,
  conversationCleared,
  conversationMarked,
  raise,
  rowsOf,
} from "./cache";
import { createDelivered } from "./delivered";
import { pieces } from "./links";
import { lookOf, markOf } from "./look";
import { line, talk } from "./testing";

function cache(...names: string[]) {
  const queries = new QueryClient();
  const { queryKey } = conversations("");
  queries.setQueryData(queryKey, {
    pages: [{ data: names.map((name) => talk(name)), total: names.length }],
    pageParams: [0],
  });
  const order = () =>
    rowsOf(queries.getQueryData(queryKey) ?? { pages: [] }).map(({ sourceId }) => sourceId);
  return {
    queries,
    order,
    row: (id: string) =>
      rowsOf(queries.getQueryData(queryKey) ?? { pages: [] }).find(
        ({ sourceId }) => sourceId === id,
      ),
  };
}

test("a new line moves its conversation to the top; what was only read stays where it is", () => {
  const { queries, order, row } = cache("nina", "vera", "ivy");
  conversationChanged(queries, talk("ivy", { lastSeq: 2, totalNotSeenMessages: 1 }));
  expect(order()).toEqual(["ivy", "nina", "vera"]);
  conversationChanged(queries, talk("vera", { totalNotSeenMessages: 0, lastMessage: "read" }));
  expect(order()).toEqual(["ivy", "nina", "vera"]);
  expect(row("vera")?.lastMessage).toBe("read");
  raise(queries, talk("vera"));
  expect(order()).toEqual(["vera", "ivy", "nina"]);
  conversationCleared(queries, "c-ivy");
  expect(order()).toEqual(["vera", "nina"]);
});

test("marks reach the open conversation", () => {
  const { queries } = cache();
  const key = inboxKeys.talk({ source: "performer", sourceId: "nina" });
  queries.setQueryData(key, talk("nina"));
  conversationMarked(queries, { conversationId: "c-nina", deliveredUntil: 5, readUntil: 3 });
  expect(queries.getQueryData(key)).toMatchObject({ deliveredUntil: 5, readUntil: 3, lastSeq: 1 });
});

const sent = (seq: number, changes = {}): Line => ({
  key: String(seq),
  message: line(seq, "tom", changes),
  state: "sent",
});

test("a line of one's own is sent, delivered, read, or waits for staff", () => {
  const marks = { deliveredUntil: 2, readUntil: 1 };
  expect([1, 2, 3].map((seq) => markOf(sent(seq), marks))).toEqual(["read", "delivered", "sent"]);
  expect(markOf(sent(0, { seq: undefined, isHeld: true }), marks)).toBe("held");
  expect(markOf({ ...sent(4), state: "pending" }, marks)).toBe("sending");
  expect(markOf({ ...sent(4), state: "failed" }, marks)).toBe("failed");
});

test("lines of one person in one minute stand together; a day begins with its name", () => {
  const marks = { deliveredUntil: 3, readUntil: 3 };
  const [one, two, next] = [sent(1), sent(2), sent(3, { createdAt: "2026-11-22T12:01:00Z" })];
  expect(lookOf(one, two, true, "tom", marks)).toMatchObject({
    day: "2026-11-20T12:00:00Z",
    parts: false,
    ends: false,
    mine: true,
  });
  expect(lookOf(two, next, false, "tom", marks)).toMatchObject({
    day: undefined,
    nextDay: "2026-11-22T12:01:00Z",
    parts: true,
    ends: true,
  });
  expect(lookOf(next, undefined, false, "tom", marks)).toMatchObject({
    day: undefined,
    nextDay: undefined,
  });
});

test("only full addresses of the web are links, without what ends the sentence", () => {
  const text =
    "See https://example.com/a?b=1. Not javascript:alert(1), www.example.com or HTTP://x";
  const links = pieces(text).flatMap(({ words, href }) => (href ? [[words, href]] : []));
  expect(links).toEqual([
    ["https://example.com/a?b=1", "https://example.com/a?b=1"],
    ["HTTP://x", "http://x/"],
  ]);
  expect(
    pieces(text)
      .map(({ words }) => words)
      .join(""),
  ).toBe(text);
});

test("what has reached this device is told once for all lines of a moment, and not of one's own", () => {
  vi.useFakeTimers();
  const emit = vi.spyOn(realtime, "emit").mockResolvedValue({ ok: true });
  const delivered = createDelivered();
  delivered.arrived(line(4, "nina"), "tom");
  delivered.arrived(line(5, "nina"), "tom");
  delivered.arrived(line(6, "tom"), "tom");
  delivered.caughtUp([
    talk("vera", { totalNotSeenMessages: 3, lastSeq: 9 }),
    talk("ivy", { lastSeq: 9 }),
  ]);
  vi.advanceTimersByTime(500);
  expect(emit.mock.calls).toEqual([
    [
      "conversation/delivered",
      {
        marks: [
          { conversationId: "c-nina", seq: 5 },
          { conversationId: "c-vera", seq: 9 },
        ],
      },
    ],
  ]);
  vi.useRealTimers();
});
