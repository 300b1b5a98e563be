import { leavesScripts } from "./boot";

const scripted = ["/", "/cams", "/category/", "/room/"];

test("where the operator's scripts run, a page that is none of theirs is loaded anew", () => {
  for (const path of ["/", "/cams", "/Room/nina", "/category/music"])
    expect(leavesScripts(path, scripted)).toBe(false);
  for (const path of ["/auth/login/user", "/AUTH/login/user", "/account/user/funds-tokens"])
    expect(leavesScripts(path, scripted)).toBe(true);
  for (const path of ["/admin/settings", "/studio/login", "/contact", "/camshaft"])
    expect(leavesScripts(path, scripted)).toBe(true);
});

test("where they do not run, nothing is loaded anew", () => {
  expect(leavesScripts("/admin/settings", undefined)).toBe(false);
});
