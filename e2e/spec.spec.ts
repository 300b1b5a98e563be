import { expect, test } from "./test";

test("the header is on the pages of every layout, and as high as what it covers", async ({ site, visit }) => {
  const guest = await visit();
  const tom = await visit({ as: site.person("user") });
  for (const [page, path] of [
    [guest, "/"],
    [guest, "/auth/login/user"],
    [guest, `/room/${site.person("performer").username}`],
    [tom, "/account/user/favorites"],
    [tom, "/messages"],
  ] as const) {
    await page.goto(path);
    const header = page.getByRole("banner");
    await expect(header.getByRole("link", { name: "Limelight, home" })).toBeVisible();
    expect((await header.boundingBox())?.height).toBe(73); // with its line
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--bar"))).toBe("72px");
  }
});

test("on a small screen a label stands above its field, as wide as that may be", async ({ visit }) => {
  const page = await visit({ phone: true });
  await page.goto("/auth/register/user");
  const field = page.getByRole("textbox", { name: "Username" });
  const label = page.locator("label", { hasText: "Username" });
  const [above, below] = [await label.boundingBox(), await field.boundingBox()];
  if (above === null || below === null) throw new Error("the form is not on screen");
  expect(above.y + above.height).toBeLessThanOrEqual(below.y + 1);
  expect(Math.abs(above.x - below.x)).toBeLessThanOrEqual(24);
});
