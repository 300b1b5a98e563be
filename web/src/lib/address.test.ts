import { address } from "./address";

const statement = address("/people/$id?from&to");

test("an address is written with its parameter and what follows, encoded", () => {
  expect(statement("a/b", { from: "1 May", to: "" })).toBe("/people/a%2Fb?from=1+May");
  expect(statement("nina")).toBe("/people/nina");
  expect(statement("$&", { from: 3 })).toBe("/people/%24%26?from=3");
  expect(address("/contact")()).toBe("/contact");
});

test("the router gets the path alone", () => {
  expect([statement.pattern, statement.param]).toEqual(["/people/$id", "id"]);
});

test("what an address does not have is no mistake of a page, but of its author", () => {
  const contact = address("/contact");
  // @ts-expect-error: nothing may follow it
  contact({ q: "tom" });
  // @ts-expect-error: it is somebody's
  statement();
  // @ts-expect-error: there is no such name
  statement("nina", { until: "now" });
});
