import { formatMoney, isMethod, isStatus, lineName, methodName } from "./words";

test.each([
  ["0.00", "0.00 EUR"],
  ["999.50", "999.50 EUR"],
  ["1234.50", "1,234.50 EUR"],
  ["90071992547409931.99", "90,071,992,547,409,931.99 EUR"],
  ["1200", "1,200 EUR"],
])("%s of money reads %s", (amount, read) => {
  expect(formatMoney(amount, "EUR")).toBe(read);
});

test("what a payout covers is told in words, also what nobody has named yet", () => {
  expect(["tip", "carried", "gift_card"].map(lineName)).toEqual([
    "Tips",
    "Left over, taken back or rounded",
    "Gift card",
  ]);
  expect([methodName("paxum"), methodName("gold")]).toEqual(["Paxum", "gold"]);
});

test("only what there is may choose", () => {
  expect([isMethod("bitpay"), isMethod("gold"), isStatus("done"), isStatus(undefined)]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});
