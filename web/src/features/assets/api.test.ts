import { formOf } from "./api";

test("a form has what is to be emptied, once and empty, and nothing of what is absent", () => {
  const form = formOf({
    title: "A",
    price: 5,
    tags: [],
    categoryIds: ["a", "b"],
    stock: undefined,
  });
  expect([...form]).toEqual([
    ["title", "A"],
    ["price", "5"],
    ["tags", ""],
    ["categoryIds", "a"],
    ["categoryIds", "b"],
  ]);
});
