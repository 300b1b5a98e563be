import { people } from "@/testing/people";
import { afterLogin, afterLogout, redirectFor } from "./redirects";

test.each([
  ["a member", people.tom, "/"],
  ["a verified performer", people.nina, "/live"],
  ["a performer not yet verified", people.vera, "/"],
  ["a studio", people.stella, "/studio/account-settings"],
  ["an administrator", people.ada, "/admin"],
])("after login %s goes to the spec's page", (_, person, page) => {
  expect(afterLogin(person)).toBe(page);
});

test("a login leads back to the page that asked for it, if it is ours", () => {
  expect(afterLogin(people.tom, "/room/nina?tab=about")).toBe("/room/nina?tab=about");
  for (const foreign of [
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "javascript:1",
  ]) {
    expect(afterLogin(people.tom, foreign)).toBe("/");
  }
  expect(afterLogin(people.tom, "/auth/login/user")).toBe("/");
  expect(afterLogin(people.tom, "/studio/login?next=/")).toBe("/");
});

test("after logout everyone goes home", () => {
  expect(afterLogout()).toBe("/");
});

test("somebody else's page is forbidden", () => {
  expect(redirectFor("studio", "user", "/studio/models")).toBe("/403");
  expect(redirectFor("performer", "studio", "/live")).toBe("/403");
});

test("nobody is sent to the login of the page, and back afterwards", () => {
  expect(redirectFor("studio", undefined, "/studio/models")).toBe(
    "/studio/login?next=%2Fstudio%2Fmodels",
  );
  expect(redirectFor("performer", undefined, "/live")).toBe("/auth/login/user?next=%2Flive");
  expect(redirectFor("user", undefined, "/a?b=c")).toBe("/auth/login/user?next=%2Fa%3Fb%3Dc");
});

test("one's own page and open pages are open", () => {
  expect(redirectFor("user", "user", "/")).toBeUndefined();
  expect(redirectFor(undefined, undefined, "/")).toBeUndefined();
});
