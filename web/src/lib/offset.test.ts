import { offsetOf } from "./offset";

test.each([
  [undefined, 0],
  ["", 0],
  ["0", 0],
  ["50", 50],
  ["25.9", 25],
  ["-25", 0],
  ["page", 0],
  ["10000001", 10_000_000],
  ["Infinity", 0],
  ["1e300", 0],
])("an address that says %s begins at %i", (offset, begins) => {
  expect(offsetOf({ offset })).toBe(begins);
});
