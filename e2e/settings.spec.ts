import { expect, input, type Page, test, toast } from "./test";

// What these tests change is put back, whatever became of them: the site is everybody's.
test.afterEach(({ site }) =>
  site.settings({ siteName: null, pluralTextModel: null, theme: null, maintenanceMode: null }),
);

test("name, words and colours change on pages that are open", async ({ site, visit }) => {
  const ada = await visit({ as: site.person("admin", "ada") });
  const guest = await visit();
  await guest.goto("/");
  await expect(guest.getByRole("link", { name: "Vip Models" })).toBeVisible();
  const before = await brand(guest);

  await ada.goto("/admin/settings");
  await input(ada, "Site name").fill("Nightingale");
  await saves(ada);
  await expect(guest.getByRole("link", { name: "Nightingale, home" })).toBeVisible();
  await expect(guest).toHaveTitle(/Nightingale/);

  await site.settings({ pluralTextModel: "Artists" });
  await expect(guest.getByRole("link", { name: "Vip Artists" })).toBeVisible();

  await site.settings({ theme: { brand: "#1f4fa8", success: "#2fb52d" } });
  await expect.poll(() => brand(guest)).not.toBe(before);
  await guest.reload(); // the server paints the same at once
  await expect.poll(() => brand(guest)).not.toBe(before);
});

test("a setting that cannot be is refused at its field, and nothing is saved", async ({ site, visit }) => {
  const ada = await visit({ as: site.person("admin", "ada") });
  await ada.goto("/admin/settings");
  await input(ada, "Site name").clear();
  await ada.getByRole("button", { name: "Save", exact: true }).click();
  await expect(ada.getByText("This field is required!")).toBeVisible();
  const guest = await visit();
  await guest.goto("/");
  await expect(guest.getByRole("link", { name: "Limelight, home" })).toBeVisible();
});

test("maintenance closes the site to visitors at once, not to admins", async ({ site, visit }) => {
  const guest = await visit();
  await guest.goto("/");
  await expect(guest.getByRole("heading", { name: "Rooms" })).toBeAttached();
  await site.settings({ maintenanceMode: true });
  const closed = guest.getByRole("heading", { name: "We are setting the stage" });
  await expect(closed).toBeVisible();
  await expect(guest.getByRole("img", { name: "A stage under construction" })).toBeVisible();
  const answer = await guest.goto("/search/models");
  expect(answer?.status()).toBe(503);
  await expect(closed).toBeVisible();

  const ada = await visit({ as: site.person("admin", "ada") });
  await ada.goto("/admin/settings");
  await expect(ada.getByRole("heading", { name: "Settings", exact: true })).toBeVisible();
  await site.settings({ maintenanceMode: null });
  await expect(closed).toHaveCount(0);
  await expect(guest.getByRole("heading", { level: 1 })).toBeVisible();
});

async function saves(ada: Page) {
  await ada.getByRole("button", { name: "Save", exact: true }).click();
  await expect(toast(ada, "Saved. The site shows it now.")).toBeVisible();
}

const brand = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--brand"));
