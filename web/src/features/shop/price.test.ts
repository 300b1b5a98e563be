import { bestValue, perToken, priceOf } from "./price";
import { evening, taster } from "./testing";

test("the cheapest token is the best value, by whole numbers and never by what is shown", () => {
  expect(bestValue([taster, evening])).toEqual(new Set(["p2"]));
  // Both are shown with the same price of a token, and one is a hair cheaper.
  const hair = { ...taster, _id: "p3", price: 999_999, tokens: 100_100.01 };
  const other = { ...taster, _id: "p4", price: 999_999, tokens: 100_100 };
  expect(bestValue([hair, other])).toEqual(new Set(["p3"]));
});

test("nothing is the best of one, of equals, or of several currencies", () => {
  expect(bestValue([taster])).toEqual(new Set());
  expect(bestValue([taster, { ...taster, _id: "p5" }])).toEqual(new Set());
  expect(bestValue([taster, { ...evening, currency: "USD" }])).toEqual(new Set());
});

const dollars = { currency: "USD", currencySymbol: "$" };

test("a token's price has four decimals where it needs them", () => {
  expect(perToken({ pricePerToken: 926, currency: "EUR" }, dollars)).toBe("€0.0926");
  expect(perToken({ pricePerToken: 1000, currency: "EUR" }, dollars)).toBe("€0.10");
});

test("the operator's sign stands for the site's currency, and for no other", () => {
  const price = { priceText: "24.99", currency: "CAD" };
  expect(priceOf(price, dollars)).toBe("CA$24.99");
  expect(priceOf(price, { currency: "CAD", currencySymbol: "C$" })).toBe("C$24.99");
  expect(priceOf(price, { currency: "CAD", currencySymbol: "CAD" })).toBe("CA$24.99");
  expect(
    perToken({ pricePerToken: 926, currency: "CAD" }, { currency: "CAD", currencySymbol: "C$" }),
  ).toBe("C$0.0926");
});
