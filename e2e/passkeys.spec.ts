import { nowhere } from "./api";
import { expect, expectClosed, type Page, test } from "./test";

/** A fingerprint reader in the page's browser, which is pressed as soon as it is asked for. */
async function reader(page: Page) {
  const browser = await page.context().newCDPSession(page);
  await browser.send("WebAuthn.enable");
  await browser.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test("a member adds a passkey, renames it, logs in with it in both ways and removes it", async ({ site, visit }) => {
  const lou = await site.newcomer("passkeylou");
  const page = await visit({ as: lou });
  await reader(page);
  await page.goto("/account/user/account-settings");
  const card = page.locator("section", { has: page.getByRole("heading", { name: "Passkeys" }) });

  await card.getByRole("button", { name: "Add a passkey" }).click();
  await page.getByLabel("Name of the passkey").fill("Lou's laptop");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(card.getByText("Lou's laptop")).toBeVisible();
  await expect(card.getByText(/not used yet/)).toBeVisible();

  await card.getByRole("button", { name: "Rename Lou's laptop" }).click();
  await page.getByLabel("Name of the passkey").fill("Old laptop");
  await page.getByRole("button", { name: "Save" }).last().click();
  await expect(card.getByText("Old laptop", { exact: true })).toBeVisible();

  // Logged out, the list under the field of the name offers it: nothing has to be pressed but the finger.
  const login = "/auth/login/user?next=/account/user/account-settings";
  await comesAnew(page, login);
  await expect(page.getByRole("heading", { name: "Account settings" })).toBeVisible();
  await expect(card.getByText(/last used/)).toBeVisible();

  // Where a browser has no such list, the button does.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await comesAnew(page, login);
  await page.getByRole("button", { name: "Log in with a passkey" }).click();
  await expect(page.getByRole("heading", { name: "Account settings" })).toBeVisible();

  await card.getByRole("button", { name: "Remove Old laptop" }).click();
  await page.getByRole("dialog", { name: "Remove passkey?" }).getByRole("button", { name: "Remove" }).click();
  await expect(card.getByText("Old laptop", { exact: true })).toBeHidden();

  await comesAnew(page, login);
  await page.getByRole("button", { name: "Log in with a passkey" }).click();
  await expect(page.getByRole("alert")).toContainText("This passkey opens no account here");
});

/** Comes to a page logged out, from an address of the site that leads nowhere itself; the page may lead on before it is loaded. */
async function comesAnew(page: Page, address: string) {
  await page.waitForLoadState();
  await expectClosed(page.getByRole("dialog"));
  await page.goto(nowhere);
  await page.context().clearCookies();
  await page.evaluate((to) => location.assign(to), address);
}
