import fc from "fast-check";
import { countOf, formatBytes, formatCompact, formatNumber, formatTokens } from "./format";

test("numbers have two decimals and comma thousands", () => {
  expect(formatNumber(1234567.5)).toBe("1,234,567.50");
  expect(formatNumber(0)).toBe("0.00");
  expect(formatNumber(1234, 0)).toBe("1,234");
});

test("10000 and above read 9999+, everything below reads as it is", () => {
  expect(formatCompact(9999)).toBe("9,999");
  expect(formatCompact(9999.99)).toBe("9,999");
  expect(formatCompact(10000)).toBe("9999+");
  fc.assert(fc.property(fc.integer({ min: 10000 }), (value) => formatCompact(value) === "9999+"));
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 9999 }),
      (value) => Number(formatCompact(value).replace(",", "")) === value,
    ),
  );
});

test("tokens and bytes read as people say them", () => {
  expect(formatTokens(25)).toBe("25");
  expect(formatTokens(25.5)).toBe("25.50");
  expect(countOf(1, "token")).toBe("1 token");
  expect(countOf(1250, "token")).toBe("1,250 tokens");
  expect(formatBytes(2_400_000)).toBe("2.4 MB");
  expect(formatBytes(1)).toBe("1 KB");
});
