import { createHmac } from "node:crypto";
import { expect, input, test } from "./test";

/** What an authenticator app shows so many steps of 30 seconds from now (RFC 6238). */
function code(secret: string, steps = 0): string {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...secret].map((one) => letters.indexOf(one).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const hash = createHmac("sha1", key).update(counter).digest();
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 1e6).padStart(6, "0");
}

const appsCode = "Code of your authenticator app";

test("an admin sets the two-step login up, logs in with it and switches it off", async ({ site, visit }) => {
  const boss = site.people.find(({ role, username }) => role === "admin" && username !== "ada");
  if (boss === undefined) throw new Error("the demo has no admin");
  const page = await visit({ as: boss });
  await page.goto("/admin/login-settings");
  await page.getByRole("button", { name: "Set up" }).click();
  await expect(page.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  const secret = await input(page, "Key").inputValue();
  await input(page, appsCode).fill("000000");
  await page.getByRole("button", { name: "Switch on" }).click();
  await expect(page.getByRole("alert")).toContainText("This code is wrong");
  await input(page, appsCode).fill(code(secret));
  await page.getByRole("button", { name: "Switch on" }).click();
  const codes = page.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  const recovery = (await codes.first().textContent()) ?? "";
  await page.getByRole("button", { name: "I have kept them" }).click();
  await expect(page.getByText("10 recovery codes are left.")).toBeVisible();

  // Elsewhere the password alone opens nothing; the code leads on to where they were going.
  const elsewhere = await visit();
  await elsewhere.goto("/auth/login/admin?next=/admin/accounts");
  await input(elsewhere, "Username or email").fill(boss.username);
  await elsewhere.getByLabel(/^Password/).fill(boss.password);
  await elsewhere.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(input(elsewhere, appsCode)).toBeFocused();
  await expect(elsewhere).toHaveURL(/\/auth\/login\/admin/);
  await input(elsewhere, appsCode).fill(code(secret, 1)); // the last one is used up
  await elsewhere.getByRole("button", { name: "Log in", exact: true }).click();
  await expect(elsewhere.getByRole("heading", { name: "Accounts" })).toBeVisible();

  // The phone is gone: a recovery code stands in for it.
  await elsewhere.goto("/admin/login-settings");
  await elsewhere.getByRole("button", { name: "Switch off" }).click();
  const asked = elsewhere.getByRole("dialog", { name: "Switch two-step login off" });
  await asked.getByLabel(appsCode).fill(recovery.toLowerCase());
  await asked.getByRole("button", { name: "Switch off" }).click();
  await expect(elsewhere.getByText("With it, a login asks for a code")).toBeVisible();
});
