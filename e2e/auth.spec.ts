import { expect, input, type Page, test, toast } from "./test";

const secret = "a kettle on a slow stove";

test.describe("who may see a page", () => {
  const own: Record<string, string> = {
    user: "/account/user/favorites",
    performer: "/account/performer/profile",
    studio: "/studio/account-settings",
    admin: "/admin/settings",
  };
  const logins: Record<string, string> = {
    user: "/auth/login/user",
    performer: "/auth/login/user",
    studio: "/studio/login",
    admin: "/auth/login/admin",
  };

  test("a guest is asked to log in, and comes back", async ({ site, visit }) => {
    const page = await visit();
    for (const [role, path] of Object.entries(own)) {
      await page.goto(path);
      await expect(page).toHaveURL(`${logins[role]}?next=${encodeURIComponent(path)}`);
    }
    const tom = site.person("user");
    await page.goto("/account/user/payment-token-history");
    await logsIn(page, tom.username, tom.password);
    await expect(page).toHaveURL("/account/user/payment-token-history");
  });

  for (const role of ["user", "performer", "studio", "admin"] as const) {
    test(`a ${role} sees only the pages of a ${role}`, async ({ site, visit }) => {
      const page = await visit({ as: site.person(role) });
      for (const [owner, path] of Object.entries(own)) {
        await page.goto(path);
        await expect(page).toHaveURL(owner === role ? path : "/403");
      }
      await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toBeVisible();
      await page.goto("/auth/login/user"); // logged in already
      await expect(page).toHaveURL("/");
    });
  }

  test("a forged role cookie opens nothing", async ({ site, visit }) => {
    const page = await visit({ as: site.person("user") });
    await page.context().addCookies([{ name: "role", value: "admin", url: site.url }]);
    await page.goto("/admin/settings");
    await expect(page).toHaveURL("/403");
  });
});

test.describe("logging in", () => {
  test("each role has its own login, which leads where the role works", async ({ site, visit }) => {
    for (const [role, login, first] of [
      ["user", "/auth/login/user", "/"],
      ["performer", "/auth/login/performer", "/live"],
      ["studio", "/studio/login", "/studio/account-settings"],
      ["admin", "/auth/login/admin", "/admin"],
    ] as const) {
      const page = await visit();
      const { username, password } = site.person(role);
      await page.goto(login);
      await logsIn(page, username, password);
      await expect(page).toHaveURL(first);
    }
  });

  test("a wrong pair, or another role's pair, is refused in one text", async ({ site, visit }) => {
    const page = await visit();
    const { username, password } = site.person("user");
    for (const [login, name, word] of [
      ["/auth/login/user", username, "not the password"],
      ["/auth/login/user", "nobody", password],
      ["/auth/login/performer", username, password],
    ] as const) {
      await page.goto(login);
      await logsIn(page, name, word);
      await expect(page.getByRole("alert")).toHaveText("The username or password is wrong.");
      await expect(input(page, "Username or email")).toHaveValue(name); // what was typed is kept
    }
    await input(page, "Username or email").clear();
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await expect(page.getByText("This field is required!")).toBeVisible();
  });

  test("logging out says so, goes home, and holds in every tab", async ({ site, visit }) => {
    const page = await visit({ as: site.person("user") });
    await page.goto("/account/user/favorites");
    const other = await page.context().newPage();
    await other.goto("/account/user/favorites");
    await expect(other.getByRole("heading", { name: "Favorites" })).toBeVisible();
    await page.getByRole("button", { name: "Account menu" }).click();
    await Promise.all([
      // Both are told at once, and for four seconds.
      expect(toast(page, "Log out!")).toBeVisible(),
      expect(toast(other, "You have been logged out.")).toBeVisible(),
      page.getByRole("menuitem", { name: "Log out" }).click(),
    ]);
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("banner").getByRole("link", { name: "Login" })).toBeVisible();
    await expect(other).toHaveURL(/\/auth\/login\/user/);
    expect((await page.context().cookies()).map(({ name }) => name)).toEqual([]);
  });

  test("a tab that was still connecting when another logged out is told, too", async ({ site, visit }) => {
    const page = await visit({ as: site.person("user") });
    await page.goto("/account/user/favorites");
    const other = await page.context().newPage();
    let loggedOut = () => {};
    const whenLoggedOut = new Promise<void>((done) => {
      loggedOut = done;
    });
    await other.route("**/api/auth/socket-ticket", async (route) => {
      await whenLoggedOut;
      await route.continue();
    });
    await other.goto("/account/user/favorites");
    await expect(other.getByRole("heading", { name: "Favorites" })).toBeVisible();
    await page.getByRole("button", { name: "Account menu" }).click();
    await page.getByRole("menuitem", { name: "Log out" }).click();
    await expect(toast(page, "Log out!")).toBeVisible();
    loggedOut();
    await expect(toast(other, "You have been logged out.")).toBeVisible();
    await expect(other).toHaveURL(/\/auth\/login\/user/);
  });
});

test("a member registers, verifies the address, forgets the password and chooses another", async ({
  site,
  visit,
}) => {
  const page = await visit({ phone: true });
  await page.goto("/auth/register/user");
  await page.getByRole("button", { name: "Create account", exact: true }).click();
  await expect(page.getByText("This field is required!").first()).toBeVisible();
  await input(page, "Username").fill("two words");
  await input(page, "Email").fill("rosa@example");
  await page.getByRole("button", { name: "Create account", exact: true }).click();
  await expect(page.getByText("Dont allow special chars or space")).toBeVisible();
  await expect(page.getByText("Not a validate email!")).toBeVisible();
  await input(page, "Username").fill("rosa");
  await input(page, "Email").fill("rosa@example.com");
  await page.getByLabel(/^Password/).fill(secret);
  await page.getByLabel(/^Date of birth/).fill("1990-05-01");
  await page.getByRole("button", { name: "Create account", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Check your mail" })).toBeVisible();

  const link = await site.mailedLink("rosa@example.com");
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "Your email is verified" })).toBeVisible();

  await page.goto("/auth/forgot-password");
  await input(page, "Email").fill("nobody@example.com");
  await page.getByRole("button", { name: "Send the link" }).click();
  const said = page.getByText("If this address belongs to an account, we have sent it a link");
  await expect(said).toBeVisible();
  await page.goto("/auth/forgot-password");
  await input(page, "Email").fill("rosa@example.com");
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(said).toBeVisible(); // the same words for both

  const reset = await site.mailedLink("rosa@example.com", "/auth/reset-password");
  expect(reset).toMatch(/^\/auth\/reset-password\?token=/);
  await page.goto(reset);
  await page.getByLabel(/^New password/).fill("too short");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await page.getByLabel(/^New password/).fill(`${secret}, again`);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByRole("heading", { name: "Password changed" })).toBeVisible();
  await page.goto(reset);
  await page.getByLabel(/^New password/).fill(`${secret}, once more`);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByRole("heading", { name: "This link does not work any more" })).toBeVisible();

  await page.goto("/auth/login/user");
  await logsIn(page, "rosa@example.com", `${secret}, again`);
  await expect(page).toHaveURL("/");
});

async function logsIn(page: Page, username: string, password: string) {
  await input(page, "Username or email").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
}
