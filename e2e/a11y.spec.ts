import { seriousFindings } from "./axe";
import { addressesOf, dozensOf, galleryOf, handsIn, listed, pages, table } from "./pages";
import { desktop, expect, expectShown, type Page, phone, test } from "./test";

test("the route table could be read", () => {
  expect(listed).toHaveLength(table.match(/\(\) => import/g)?.length ?? 0);
  expect(pages.filter(({ path }) => path === "")).toEqual([]);
  expect(pages.filter(({ roles }) => !roles.includes("guest")).length).toBeGreaterThan(15);
});

// Beside each other: all in a row would be the longest story by far.
test.describe.configure({ mode: "parallel" });

for (const role of ["guest", "user", "performer", "studio", "admin"] as const) {
  for (const [index, paths] of dozensOf(role).entries()) {
    test(`${role}, part ${index + 1}: no serious finding on any page, at a desk or on a phone`, async ({ site, visit }) => {
      test.setTimeout(400_000);
      const page = await visit(role === "guest" ? {} : { as: site.person(role) });
      if (role === "admin") {
        await handsIn(page, `vera${index}`);
        await galleryOf(await visit({ as: site.person("performer") }));
      }
      for (const path of paths) for (const address of await addressesOf(page, path)) await scan(page, address);
    });
  }
}

/** Opens a page at a desk, and makes the window as narrow as a phone. */
async function scan(page: Page, address: string) {
  await page.setViewportSize(desktop);
  await page.goto(address);
  for (const size of [desktop, phone]) {
    const where = `${address} at ${size.width} px`;
    await page.setViewportSize(size);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    await expectShown(page, where);
    await expect(page, where).toHaveURL(address); // not the page that somebody is sent to instead
    expect.soft(await seriousFindings(page), where).toEqual([]);
  }
}
