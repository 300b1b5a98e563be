import { cutTexts, EnglishLeft, overlaps } from "./drawn";
import { addressesOf, dozensOf, galleryOf, handsIn } from "./pages";
import { expect, expectShown, type Page, test } from "./test";

test.use({ pseudoLanguages: true });
test.describe.configure({ mode: "parallel" });

const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

for (const language of ["en-XA", "ar-XB"]) {
  for (const role of ["guest", "user", "performer", "studio", "admin"] as const) {
    for (const [index, paths] of dozensOf(role).entries()) {
      test(`${language}, ${role}, part ${index + 1}: every text is translated, and has room`, async ({ site, visit }) => {
        test.setTimeout(400_000);
        const page = await visit(role === "guest" ? {} : { as: site.person(role) });
        if (role === "admin") {
          await handsIn(page);
          await galleryOf(await visit({ as: site.person("performer") }));
        }
        await page.context().addCookies([{ name: "language", value: language, url: site.url }]);
        const english = new EnglishLeft(page);
        for (const path of paths) for (const address of await addressesOf(page, path)) await look(page, address, english);
      });
    }
  }
}

/** Opens a page at a desk and makes the window as narrow as a phone: every text is translated, whole, and beside the others. */
async function look(page: Page, address: string, english: EnglishLeft) {
  for (const [index, size] of sizes.entries()) {
    const where = `${address} at ${size.width} px`;
    await page.setViewportSize(size);
    if (index === 0) await page.goto(address);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    await expectShown(page, where);
    expect.soft(await english.find(), `${where}: English`).toEqual([]);
    expect.soft(await page.evaluate(cutTexts), `${where}: cut`).toEqual([]);
    expect.soft(await page.evaluate(overlaps), `${where}: over each other`).toEqual([]);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect.soft(wider, `${where}: pixels that the page is wider than its window`).toBe(0);
  }
}

test("the language is chosen at the foot of a page, without a reload, and goes along", async ({ visit }) => {
  const page = await visit();
  await page.goto("/search/models");
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  await page.getByRole("button", { name: "Language: English" }).click();
  await page.getByRole("menuitem", { name: "Español" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  await expect(page.getByRole("heading", { name: "Resultados", exact: true })).toBeAttached();
  await page.getByRole("contentinfo").getByRole("link", { name: "Prueba de las cuentas" }).click();
  await expect(page.getByRole("heading", { name: "Prueba de las cuentas" })).toBeVisible();
  expect(await page.evaluate(() => "isSame" in window)).toBe(true);
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
});
