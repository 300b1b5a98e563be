import { keywordOf } from "./search";

test("of more words than the site takes, an address asks for the beginning", () => {
  expect(keywordOf({})).toBe("");
  expect(keywordOf({ q: "sea" })).toBe("sea");
  expect(keywordOf({ q: "a".repeat(101) })).toBe("a".repeat(100));
  expect(keywordOf({ q: "a".repeat(101) }, 200)).toHaveLength(101);
});

test("a letter of two halves stays whole", () => {
  expect(keywordOf({ q: "🌊".repeat(101) })).toBe("🌊".repeat(100));
});
