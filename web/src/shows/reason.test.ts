import type { Receipt } from "./api";
import { reasonText } from "./reason";

const receipt = (refused: Receipt["refused"]): Receipt => ({
  showId: "s1",
  type: "private",
  performer: { _id: "p1", username: "nina", name: "Nina", avatar: "" },
  seconds: 120,
  minutes: 2,
  price: 30,
  refund: 0,
  reason: "balance_exhausted",
  policyVersion: 1,
  ...(refused && { refused }),
});

test.each([
  [undefined, "Your tokens are used up."],
  ["limit_reached", "You have reached the spending limit that you set."],
  ["cool_off", "You have paused your spending."],
  ["spending_frozen", "Your spending is paused while a payment is being looked at."],
] as const)("a member whose spending is refused (%s) reads why", (refused, text) => {
  expect(reasonText(receipt(refused), false)).toBe(text);
});

test("the performer reads only that the tokens are used up", () => {
  expect(reasonText(receipt("cool_off"), true)).toBe("The member's tokens are used up.");
});
