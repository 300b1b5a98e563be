import { expect, type Page, test } from "./test";

declare global {
  interface Window {
    /** Counts what the operator's scripts do on this page. */
    operatorRan?: number;
  }
}

const count = "<script>window.operatorRan = (window.operatorRan ?? 0) + 1</script>";

test.beforeEach(({ site }) => site.settings({ headerScript: count, afterBodyScript: count }));
test.afterEach(({ site }) => site.settings({ headerScript: null, afterBodyScript: null }));

const ran = (page: Page) => page.evaluate(() => window.operatorRan ?? 0);

async function opens(page: Page, address: string, times: number) {
  await page.goto(address);
  await expect(page.locator("main#main"), address).not.toBeEmpty();
  expect(await ran(page), `runs of the operator's scripts on ${address}`).toBe(times);
}

test("the operator's scripts run on the public lists and pages, each once", async ({ visit }) => {
  const page = await visit();
  for (const address of ["/", "/cams", "/search/models", "/vip-models", "/category/music"]) {
    await opens(page, address, 2);
  }
});

test("they never run where people log in, pay, watch or administer", async ({ site, visit }) => {
  const guest = await visit();
  for (const address of [
    "/auth/login/user",
    "/Auth/Login/User",
    "/auth/login/performer",
    "/auth/login/admin",
    "/auth/register/user",
    "/auth/register/performer",
    "/auth/forgot-password",
    "/studio/login",
    "/studio/register",
    "/contact",
    "/room/IvyMoreau",
  ]) {
    await opens(guest, address, 0);
  }
  const member = await visit({ as: site.person("user") });
  for (const address of [
    "/account/user/funds-tokens",
    "/account/user/account-settings",
    "/account/user/refund-requests",
  ]) {
    await opens(member, address, 0);
  }
  const performer = await visit({ as: site.person("performer") });
  for (const address of ["/live", "/account/performer/payout-requests"]) await opens(performer, address, 0);
  const ada = await visit({ as: site.person("admin", "ada") });
  for (const address of ["/admin", "/admin/settings", "/admin/payments"]) await opens(ada, address, 0);
});

test("they run for members, and in no page of an admin", async ({ site, visit }) => {
  const member = await visit({ as: site.person("user") });
  await opens(member, "/cams", 2);
  const ada = await visit({ as: site.person("admin", "ada") });
  for (const address of ["/", "/cams", "/category/music"]) await opens(ada, address, 0);
});

test("who goes on from a page with scripts leaves them behind", async ({ site, visit }) => {
  const guest = await visit();
  await opens(guest, "/", 2);
  await guest.getByRole("banner").getByRole("link", { name: "Vip Models" }).click();
  await expect(guest).toHaveURL("/vip-models");
  expect(await ran(guest)).toBeGreaterThan(0);
  await guest.getByRole("banner").getByRole("link", { name: "Login" }).click();
  await expect(guest.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(guest).toHaveURL(/\/auth\/login\/user/);
  await expect.poll(() => ran(guest)).toBe(0);
  await guest.goBack();
  await expect(guest).toHaveURL("/vip-models");
  await guest.goForward();
  await expect(guest).toHaveURL(/\/auth\/login\/user/);
  await expect.poll(() => ran(guest)).toBe(0);

  const member = await visit({ as: site.person("user") });
  await opens(member, "/", 2);
  await member.getByRole("article").first().getByRole("link").first().click();
  await expect(member).toHaveURL(/\/room\//);
  await expect.poll(() => ran(member)).toBe(0);
});
