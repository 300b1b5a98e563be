import { pieces, type Values } from "./message";

const join = (message: string, values: Values<string | number> = {}) =>
  pieces<string | number>(message, values, (_, inside) => `[${inside.join("")}]`).join("");

test("plain words stay as they are", () => {
  expect(join("Send a tip")).toBe("Send a tip");
  expect(join("Your device's clock isn't right.")).toBe("Your device's clock isn't right.");
});

test("an argument is put in; a number as people write it", () => {
  expect(join("Tip {name}", { name: "Nina" })).toBe("Tip Nina");
  expect(join("{a} of {b}", { a: 1234.5, b: 20000 })).toBe("1,234.50 of 20,000");
});

test("a plural takes the case of its number, an exact one first", () => {
  const message = "{count, plural, =0 {no tips} one {# tip} other {# tips}} for {name}";
  expect(join(message, { count: 0, name: "Nina" })).toBe("no tips for Nina");
  expect(join(message, { count: 1, name: "Nina" })).toBe("1 tip for Nina");
  expect(join(message, { count: 1500, name: "Nina" })).toBe("1,500 tips for Nina");
});

test("a choice by word, within a plural, keeps the number", () => {
  const message =
    "{n, plural, one {{who, select, studio {# room} other {# seat}}} other {{who, select, studio {# rooms} other {# seats}}}}";
  expect(join(message, { n: 2, who: "studio" })).toBe("2 rooms");
  expect(join(message, { n: 1, who: "user" })).toBe("1 seat");
});

test("tags wrap what stands between them, arguments included", () => {
  expect(join("Read the <a>terms of {site}</a> first.", { site: "Limelight" })).toBe(
    "Read the [terms of Limelight] first.",
  );
  expect(join("<b>{n, plural, one {# day} other {# days}}</b> left", { n: 3 })).toBe(
    "[3 days] left",
  );
});

test("a value that is missing shows its name instead of nothing", () => {
  expect(join("Tip {name}")).toBe("Tip name");
});

test("# outside of a plural is itself", () => {
  expect(join("Order #{id}", { id: "7" })).toBe("Order #7");
});
