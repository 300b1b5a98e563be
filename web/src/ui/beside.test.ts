import { beside } from "./beside";

const view = { width: 400, height: 600 };
const size = { width: 200, height: 300 };
const button = (left: number, top: number) => ({ left, right: left + 44, top, bottom: top + 44 });

test.each([
  ["below its button", button(300, 40), { left: 144, top: 92 }],
  ["above where only there is room", button(300, 500), { left: 144, top: 192 }],
  ["over it where neither has any", button(300, 280), { left: 144, top: 292 }],
  ["inside the left edge", button(10, 40), { left: 8, top: 92 }],
])("a menu opens %s", (_, anchor, place) => {
  expect(beside(anchor, size, view, "right")).toEqual(place);
});

test("what is larger than the window begins at its edge", () => {
  const large = { width: 500, height: 900 };
  expect(beside(button(300, 280), large, view, "left")).toEqual({ left: 8, top: 8 });
});
