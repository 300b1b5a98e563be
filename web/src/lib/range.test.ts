import { addDays, dayOf, presetsAt, rangeOf } from "./range";

test("a range goes from the first moment of its first day to the last of its last", () => {
  const { fromDate = "", toDate = "" } = rangeOf({ from: "2026-02-28", to: "2026-02-28" });
  expect([dayOf(fromDate), dayOf(toDate)]).toEqual(["2026-02-28", "2026-02-28"]);
  expect(Date.parse(toDate) - Date.parse(fromDate)).toBe(24 * 60 * 60 * 1000 - 1);
});

test.each(["2026-13-01", "2026-02-30", "2026-00-10", "2026-01-32", "yesterday", "2026-1-1", ""])(
  "an address that says %s has no such end",
  (day) => expect(rangeOf({ from: day, to: day })).toEqual({}),
);

test("no day is lost when clocks change, and last month is a whole one", () => {
  expect(addDays("2026-03-28", 2)).toBe("2026-03-30");
  const last = presetsAt(Date.parse("2026-03-15T12:00:00")).find(({ id }) => id === "lastMonth");
  expect([last?.from, last?.to]).toEqual(["2026-02-01", "2026-02-28"]);
});
