import { seriousFindings } from "./axe";
import { goesLive } from "./shows";
import { expect, expectClosed, input, test, toast } from "./test";
import { Provider } from "./x";

test("it is posted on X that she is live, and members come and go by it", async ({ site, visit }) => {
  test.setTimeout(240_000);
  const x = new Provider();
  const at = await x.open();

  try {
    await test.step("the operator sets X up", async () => {
      const ada = await visit({ as: site.person("admin") });
      await ada.goto("/admin/social-connect");
      await ada.getByText("Active", { exact: true }).last().click();
      await ada.getByText("Members log in with it").click();
      await input(ada, "Client ID").fill("client-1");
      await input(ada, "Client secret").fill("a secret of the client");
      await ada.getByText("Addresses of X").click();
      for (const [name, path] of [["Page that asks", "/authorize"], ["Tokens", "/token"], ["Tokens taken back", "/revoke"], ["API", ""]] as const)
        await input(ada, name).fill(at + path);
      await ada.getByRole("button", { name: "Save" }).click();
      await expect(toast(ada, "Saved and active")).toBeVisible();
      expect(await seriousFindings(ada)).toEqual([]);
    });

    const serena = await visit({ as: site.person("performer", "SerenaFox") });
    await test.step("a performer who says no at X is where she was; one who agrees is connected", async () => {
      await serena.goto("/account/performer/account-settings");
      x.agrees = false;
      await serena.getByRole("button", { name: "Connect X (Twitter)" }).click();
      await expect(serena).toHaveURL(/account-settings/);
      await expect(serena.getByRole("button", { name: "Connect X (Twitter)" })).toBeVisible();
      x.agrees = true;
      await serena.getByRole("button", { name: "Connect X (Twitter)" }).click();
      await expect(serena.getByText("@serena_x")).toBeVisible();
      await serena.getByRole("switch", { name: /Post when I go live/ }).click();
      await serena.getByRole("region", { name: "X (Twitter)" }).or(serena.locator("form", { hasText: "Post when I go live" })).getByRole("button", { name: "Save" }).first().click();
      await expect(toast(serena, "Saved")).toBeVisible();
    });

    await test.step("she goes live, and X has one post that leads to her room", async () => {
      await goesLive(serena, "Foxes after dark");
      await expect.poll(() => x.posts.length, { timeout: 60_000 }).toBe(1);
      expect(x.posts[0]).toContain("/room/SerenaFox");
      await serena.getByRole("button", { name: "End show" }).click();
      await serena.getByRole("button", { name: "End the show" }).click();
      await expect(serena.getByRole("heading", { name: "That was your show" })).toBeVisible();
      await expectClosed(serena.getByRole("dialog"));
      await serena.goto("/account/performer/account-settings");
      await expect(serena.getByText("Posted", { exact: true })).toBeVisible();
    });

    await test.step("somebody registers by X, verifies the address, and logs in by X", async () => {
      x.person = { id: "77", username: "pine_77", name: "Pine" };
      const guest = await visit({ stranger: true });
      await guest.goto("/auth/login/user");
      await guest.getByRole("button", { name: "Log in with X (Twitter)" }).click();
      await expect(guest.getByLabel(/^Username/)).toHaveValue("pine77");
      await guest.getByLabel(/^Email/).fill("pine77@example.com");
      await guest.getByLabel(/^Date of birth/).fill("1990-05-17");
      await guest.getByRole("checkbox").check();
      await guest.getByRole("button", { name: "Create account" }).click();
      await guest.goto(await site.mailedLink("pine77@example.com"));
      await guest.goto("/auth/login/user");
      await guest.getByRole("button", { name: "Log in with X (Twitter)" }).click();
      await expect(guest.getByRole("banner").getByRole("button", { name: /^Notifications/ })).toBeVisible();
    });
  } finally {
    x.close();
  }
});
