import { expect, test } from "./test";

test("a first visitor is asked for their age once", async ({ visit }) => {
  const page = await visit({ firstTime: true });
  await page.goto("/");
  const question = page.getByRole("dialog", { name: "Are you 18 or older?" });
  await expect(question).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(question).toBeVisible(); // it wants an answer
  await page.getByRole("button", { name: "I am 18 or older" }).click();
  await expect(question).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Rooms" })).toBeAttached();
  await expect(question).toHaveCount(0);
});

test("the header shows each role what is theirs", async ({ site, visit }) => {
  const links = {
    guest: ["Home", "Vip Models", "Login"],
    user: ["Home", "Vip Models"],
    performer: ["Home", "Go Live"],
    studio: ["Home", "Vip Models"],
    admin: ["Home", "Vip Models"],
  };
  for (const [role, wanted] of Object.entries(links)) {
    const as = role === "guest" ? undefined : site.people.find((one) => one.role === role);
    const page = await visit(as ? { as } : {});
    await page.goto("/");
    const banner = page.getByRole("banner");
    for (const name of ["Home", "Vip Models", "Go Live", "Login"]) {
      await expect(banner.getByRole("link", { name, exact: true }), `${name} for a ${role}`).toHaveCount(
        wanted.includes(name) ? 1 : 0,
      );
    }
    await expect(banner.getByRole("button", { name: "Categories" })).toHaveCount(role === "performer" ? 0 : 1);
    await expect(banner.getByRole("button", { name: "Private requests" })).toHaveCount(role === "performer" ? 1 : 0);
    await expect(banner.getByRole("button", { name: "Account menu" })).toHaveCount(as ? 1 : 0);
  }
});

test("the way back to the top appears after 400 px", async ({ visit }) => {
  const page = await visit({ phone: true });
  await page.goto("/search/models");
  await expect(page.getByRole("article").first()).toBeVisible();
  const top = page.getByRole("button", { name: "Back to top" });
  await page.evaluate(() => window.scrollTo(0, 400));
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(400);
  await expect(top).toHaveCount(0);
  await page.evaluate(() => window.scrollTo(0, 401));
  await expect(top).toBeVisible();
  await top.click();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await expect(top).toHaveCount(0);
});

test("an unknown address is a page of its own", async ({ visit }) => {
  const page = await visit();
  await page.goto("/no/such/page");
  await expect(page.getByRole("heading", { name: "There is no such page" })).toBeVisible();
  await page.getByRole("link", { name: "Go to the home page" }).click();
  await expect(page).toHaveURL("/");
  await page.goto("/403");
  await expect(page.getByRole("heading", { name: "This page is not for your account" })).toBeVisible();
});

test("favourites: a heart, the list, and taking it off again", async ({ site, visit }) => {
  const guest = await visit();
  await guest.goto("/");
  const first = guest.getByRole("region", { name: "Rooms" }).getByRole("button", { name: /^Favorite / }).first();
  const name = ((await first.getAttribute("aria-label")) ?? "").replace("Favorite ", "");
  await first.click();
  await expect(guest.getByRole("dialog")).toContainText(`Log in to keep ${name}`);

  const tom = await visit({ as: site.person("user"), phone: true });
  await tom.goto("/");
  const heart = tom.getByRole("region", { name: "Rooms" }).getByRole("button", { name: `Favorite ${name}` });
  await heart.click();
  await expect(heart).toHaveAttribute("aria-pressed", "true");
  await tom.getByRole("navigation", { name: "Tabs" }).getByRole("link", { name: "Favorites" }).click();
  const list = tom.getByRole("region", { name: "Favorites" });
  await expect(list.getByRole("link", { name: new RegExp(`^${name} is`) })).toBeVisible();
  await list.getByRole("button", { name: `Favorite ${name}` }).click();
  await expect(tom.getByText("No favorites yet")).toBeVisible();
});
