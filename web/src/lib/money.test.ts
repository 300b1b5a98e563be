import { writeAs } from "@/i18n/locale";
import { decimalsOf, formatDecimal, minorOf, minorText } from "./money";

afterEach(() => writeAs("en"));

test("minor units and what people write are each other's way back", () => {
  expect(minorText(2499, "EUR")).toBe("24.99");
  expect(minorText(5, "EUR")).toBe("0.05");
  expect(minorText(1200, "JPY")).toBe("1200");
  expect(minorText(-5, "USD")).toBe("-0.05");
  expect(minorOf("24.99", "EUR")).toBe(2499);
  expect(minorOf("24.9", "EUR")).toBe(2490);
  expect(minorOf("24", "EUR")).toBe(2400);
  expect(minorOf("1.1", "EUR")).toBe(110); // not 110.00000000000001
  expect(decimalsOf("JPY")).toBe(0);
});

test.each(["", "-1", "1,5", "1.999", "ten", "1e3", "."])("%j is no amount", (text) => {
  expect(minorOf(text, "EUR")).toBeUndefined();
});

test("amounts are written as the language does it, every digit of them", () => {
  expect(formatDecimal("12345678901234567.89")).toBe("12,345,678,901,234,567.89");
  writeAs("es");
  expect([minorText(123499, "EUR"), minorText(-5, "USD")]).toEqual(["1234,99", "-0,05"]);
  expect(formatDecimal("12345678901234567.89")).toBe("12.345.678.901.234.567,89");
  expect(formatDecimal("unknown")).toBe("unknown");
});
