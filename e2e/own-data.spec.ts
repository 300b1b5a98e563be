import { expect, test } from "./test";

test("a member fetches an archive of their data, asks to be erased and thinks better of it", async ({ site, visit }) => {
  const page = await visit({ as: await site.newcomer("datalou") });
  await page.goto("/account/user/account-settings");
  const data = page.locator("section", { has: page.getByRole("heading", { name: "My data" }) });
  await data.getByRole("button", { name: "Ask for my data" }).click();
  await expect(data.getByText("Being put together")).toBeVisible();
  const link = data.getByRole("link", { name: /^Download the archive of/ });
  await expect(async () => {
    await page.reload();
    await expect(link).toBeVisible({ timeout: 2000 });
  }).toPass({ timeout: 60_000 });
  const begun = page.waitForEvent("download");
  await link.click();
  expect((await begun).suggestedFilename()).toMatch(/^my-data-.*\.zip$/);

  const erase = page.locator("section", { has: page.getByRole("heading", { name: "Erase account" }) });
  await erase.getByRole("button", { name: "Erase account" }).click();
  const dialog = page.getByRole("dialog", { name: "Erase your account?" });
  await dialog.getByRole("button", { name: "Erase account" }).click();
  await expect(erase.getByText("Your account is to be erased.")).toBeVisible();
  await erase.getByRole("button", { name: "Keep my account" }).click();
  await expect(erase.getByRole("button", { name: "Erase account" })).toBeVisible();
});
