import { seriousFindings, weakContrasts } from "./axe";
import { Console } from "./console";
import { stickingOut } from "./drawn";
import { mouseOnly } from "./keyboard";
import { addressesOf, dozensOf, galleryOf, handsIn, listed, pages, table } from "./pages";
import { desktop, expect, expectShown, type Page, test } from "./test";

test("the route table could be read", () => {
  expect(listed).toHaveLength(table.match(/\(\) => import/g)?.length ?? 0);
  expect(pages.filter(({ path }) => path === "")).toEqual([]);
  expect(pages.filter(({ roles }) => !roles.includes("guest")).length).toBeGreaterThan(15);
});

// Beside each other: all in a row would be the longest story by far.
test.describe.configure({ mode: "parallel" });

for (const role of ["guest", "user", "performer", "studio", "admin"] as const) {
  for (const [index, paths] of dozensOf(role).entries()) {
    test(`${role}, part ${index + 1}: everybody can read and work every page, at a desk and on the narrowest phone`, async ({ site, visit }) => {
      test.setTimeout(400_000);
      const page = await visit(role === "guest" ? {} : { as: site.person(role) });
      if (role === "admin") {
        await handsIn(page);
        await galleryOf(await visit({ as: site.person("performer") }));
      }
      const told = new Console(page);
      for (const path of paths) for (const address of await addressesOf(page, path)) await scan(page, told, address);
    });
  }
}

/** What a desk of 1280 px comes to for somebody who reads at four times the size. */
const narrowest = { width: 320, height: 640 };

/** Opens a page at a desk, and makes the window as narrow as it gets; each time in the dark and in the light. */
async function scan(page: Page, told: Console, address: string) {
  for (const size of [desktop, narrowest]) {
    const where = `${address} at ${size.width} px`;
    await page.setViewportSize(size);
    if (size === desktop) await page.goto(address);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    await expectShown(page, where);
    await expect(page, where).toHaveURL(address); // not the page that somebody is sent to instead
    expect.soft(told.take(address), `${where}: on the console`).toEqual([]);
    expect.soft(await page.evaluate(stickingOut), `${where}: wider than the window`).toEqual([]);
    expect.soft(await page.evaluate(mouseOnly), `${where}: for a mouse only`).toEqual([]);
    expect.soft(await seriousFindings(page), where).toEqual([]);
    await paint(page, "light");
    expect.soft(await weakContrasts(page), `${where}, light`).toEqual([]);
    await paint(page, "dark");
    told.take(address); // what axe itself says to frames
  }
}

const paint = (page: Page, theme: "dark" | "light") => page.evaluate((theme) => Object.assign(document.documentElement.dataset, { theme }), theme);
