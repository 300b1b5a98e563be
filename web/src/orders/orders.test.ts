import { QueryClient } from "@tanstack/react-query";
import { people } from "@/testing/people";
import { orderKeys } from "./api";
import { orderChanged } from "./changed";
import { stepsOf } from "./Timeline";
import { bought } from "./testing";
import { isHeld, isSoon, itemName, timeLeft } from "./words";

const now = Date.parse("2026-11-02T12:00:00Z");

test("what is left is said in the largest unit of which there are two", () => {
  expect(timeLeft("2026-11-05T13:00:00Z", now)).toBe("3 days");
  expect(timeLeft("2026-11-04T11:00:00Z", now)).toBe("47 hours");
  expect(timeLeft("2026-11-02T13:30:00Z", now)).toBe("90 minutes");
  expect(timeLeft("2026-11-02T12:00:20Z", now)).toBe("1 minute");
  expect(timeLeft("2026-11-02T11:00:00Z", now)).toBe("over");
  expect(isSoon("2026-11-03T11:00:00Z", now)).toBe(true);
  expect(isSoon("2026-11-03T13:00:00Z", now)).toBe(false);
});

test("tokens are held of what is sent, until it is shipped", () => {
  expect(isHeld(bought)).toBe(true);
  expect(isHeld({ ...bought, status: "processing" })).toBe(true);
  expect(isHeld({ ...bought, status: "shipped" })).toBe(false);
  expect(isHeld({ ...bought, productType: "digital" })).toBe(false);
  expect(itemName(bought)).toBe("2 × Signed mug");
  expect(itemName({ ...bought, quantity: 1 })).toBe("Signed mug");
});

const told = (order: typeof bought) =>
  stepsOf(order).map(({ status, at, state }) => [status, at?.slice(0, 10), state]);

test.each([
  ["tom", "The tracking of order K7PQ-3MWX was corrected."],
  ["nina", undefined],
] as const)("a corrected tracking is told to the buyer, not to a %s twice", (who, text) => {
  const change = {
    _id: "o1",
    orderNumber: "K7PQ-3MWX",
    status: "shipped",
    corrected: true,
  } as const;
  expect(orderChanged(change, { session: people[who], queries: new QueryClient() })?.text).toBe(
    text,
  );
});

test("an order goes through four steps, with the days that are known", () => {
  const [shippedAt, deliveredAt] = ["2026-11-04T12:00:00Z", "2026-11-06T12:00:00Z"];
  expect(told({ ...bought, status: "processing", updatedAt: "2026-11-03T12:00:00Z" })).toEqual([
    ["created", "2026-11-02", "done"],
    ["processing", "2026-11-03", "now"],
    ["shipped", undefined, "next"],
    ["delivered", undefined, "next"],
  ]);
  expect(
    told({ ...bought, status: "delivered", updatedAt: deliveredAt, shippedAt, deliveredAt }),
  ).toEqual([
    ["created", "2026-11-02", "done"],
    ["processing", undefined, "done"],
    ["shipped", "2026-11-04", "done"],
    ["delivered", "2026-11-06", "done"],
  ]);
});

test("one that ended goes no further than it came, and a download is never shipped", () => {
  expect(told({ ...bought, status: "cancelled", updatedAt: "2026-11-03T12:00:00Z" })).toEqual([
    ["created", "2026-11-02", "done"],
    ["cancelled", "2026-11-03", "now"],
  ]);
  const refunded = { ...bought, status: "refunded", shippedAt: "2026-11-04T12:00:00Z" } as const;
  expect(told({ ...refunded, updatedAt: "2026-11-05T12:00:00Z" })).toEqual([
    ["created", "2026-11-02", "done"],
    ["shipped", "2026-11-04", "done"],
    ["refunded", "2026-11-05", "now"],
  ]);
  expect(told({ ...bought, productType: "digital", status: "delivered" })).toEqual([
    ["created", "2026-11-02", "done"],
    ["delivered", "2026-11-02", "done"],
  ]);
});

test.each([
  ["tom", "shipped", "Order K7PQ-3MWX is on its way.", "/account/user/orders/o1"],
  ["tom", "created", undefined, undefined],
  ["tom", "cancelled", undefined, undefined],
  [
    "nina",
    "cancelled",
    "Order K7PQ-3MWX was cancelled: do not send it.",
    "/account/performer/orders/o1",
  ],
  ["nina", "shipped", undefined, undefined],
] as const)(
  "a change reaches the lists of a %s, and %s is told to whom it is news",
  (who, status, text, path) => {
    const queries = new QueryClient();
    const list = [...orderKeys.sold, "search", {}];
    queries.setQueryData(list, { data: [], total: 0 });
    const change = { _id: "o1", orderNumber: "K7PQ-3MWX", status };
    const news = orderChanged(change, { session: people[who], queries });
    expect([news?.text, news?.path]).toEqual([text, path]);
    expect(queries.getQueryState(list)?.isInvalidated).toBe(true);
  },
);
