import { pages } from "./pages";
import { expect, expectShown, type Page, test } from "./test";

test.describe.configure({ mode: "parallel" });

/** Pages that no link of the site leads to, and what does. */
const byOtherWays = new Map([
  ["/403", "what is refused"],
  ["/404", "what is not there"],
  ["/cams", "the search in the header"],
  ["/auth/login/admin", "staff know its address"],
  ["/auth/reset-password", "a mail"],
  ["/auth/verify-email", "a mail"],
  ["/auth/stop-email-change", "a mail"],
  ["/live/webrtc/groupchat", "instead of the other one, by a setting"],
]);

const widths = [390, 768, 1440];

for (const role of ["guest", "user", "performer", "studio", "admin"] as const) {
  test(`links lead a ${role} to each of their pages, on every screen`, async ({ site, visit }) => {
    const page = await visit(role === "guest" ? {} : { as: site.person(role) });
    const theirs = pages.filter(({ path, roles }) => roles.includes(role) && !path.includes("$") && !byOtherWays.has(path));
    const missing = new Set(widths.flatMap((width) => theirs.map(({ path }) => `${path} at ${width} px`)));
    const found = new Set(["/"]);
    const seen = new Set<string>();
    while (missing.size > 0 && seen.size < 12) {
      const next = nearest([...found].filter((path) => !seen.has(path)), missing);
      if (next === undefined) break;
      seen.add(next);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 844 });
        if (width === widths[0] || next === "/") await page.goto(next); // a menu is left open
        await expectShown(page, next);
        const hasMenu = next === "/" && role !== "guest";
        for (const path of hasMenu ? await inMenus(page, width) : await page.evaluate(linksShown)) {
          found.add(path);
          missing.delete(`${path} at ${width} px`);
        }
      }
    }
    expect([...missing], `pages of a ${role} that nothing leads to`).toEqual([]);
  });
}

/** The page that most likely leads to one that is missing: one above it, or of the same part of the site. */
function nearest(paths: string[], missing: ReadonlySet<string>): string | undefined {
  const shared = (path: string, other: string) => {
    const [parts, others] = [path.split("/"), other.split("/")];
    const at = parts.findIndex((part, index) => part !== others[index]);
    return at < 0 ? parts.length : at;
  };
  const nearness = (path: string) => Math.max(...[...missing].map((other) => shared(path, other)));
  const isPlain = (path: string) => Number(pages.some((one) => one.path === path)); // one of many rooms leads where each does
  return paths.toSorted((a, b) => nearness(b) - nearness(a) || isPlain(b) - isPlain(a))[0];
}

/** Where the page itself, the account menu and, at a desk, the bell lead. */
async function inMenus(page: Page, width: number): Promise<string[]> {
  const onPage = await page.evaluate(linksShown);
  const isDesk = width >= 1024;
  const tab = page.getByRole("navigation", { name: "Tabs" }).getByRole("button", { name: "Account" });
  await (isDesk ? page.getByRole("button", { name: "Account menu" }) : tab).click();
  await expect(page.getByRole(isDesk ? "menuitem" : "button", { name: "Log out" })).toBeVisible();
  const inMenu = await page.evaluate(linksShown);
  if (!isDesk) return [...onPage, ...inMenu];
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Notifications/ }).click();
  await expect(page.getByRole("link", { name: "See all notifications" })).toBeVisible();
  return [...onPage, ...inMenu, ...(await page.evaluate(linksShown))];
}

/** Where the links of a page lead that can be seen. Runs in the page. */
function linksShown(): string[] {
  const links = [...document.querySelectorAll<HTMLAnchorElement>("a[href]")];
  const shown = links.filter((link) => link.checkVisibility() && new URL(link.href).origin === location.origin);
  return [...new Set(shown.map((link) => new URL(link.href).pathname))];
}

// One page of each layout (web/src/app/layouts/Shell.tsx).
for (const [layout, path] of [
  ["public", "/"],
  ["auth", "/auth/login/user"],
  ["default", "/room/IvyMoreau"],
  ["primary", "/account/user/account-settings"],
  ["panes", "/messages"],
] as const) {
  test(`Tab goes through everything on a page of the layout “${layout}”, and out of it`, async ({ site, visit }) => {
    const page = await visit(layout === "auth" ? {} : { as: site.person("user") });
    await page.goto(path);
    await expectShown(page);
    let missing = await page.evaluate(unreached);
    for (let presses = 0; presses < 500 && missing.length > 0; presses++) {
      await page.keyboard.press("Tab");
      missing = await page.evaluate(unreached);
    }
    expect(missing).toEqual([]);
  });
}

/**
 * Notes where Tab has come to, and answers which controls it has not come by: of those that are there now, since what
 * the page has asked for may bring others meanwhile. Runs in the page.
 */
function unreached(): string[] {
  const tabbed = window as typeof window & { reached?: WeakSet<Element> };
  tabbed.reached ??= new WeakSet();
  if (document.activeElement) tabbed.reached.add(document.activeElement);
  const controls = [...document.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, [tabindex='0']")];
  const shown = controls.filter((one) => one.checkVisibility({ visibilityProperty: true }) && one.tabIndex >= 0 && !one.matches(":disabled, [type=radio]:not(:checked)"));
  return shown.filter((one) => !tabbed.reached?.has(one)).map((one) => one.getAttribute("aria-label") ?? one.textContent?.slice(0, 40) ?? one.outerHTML);
}
