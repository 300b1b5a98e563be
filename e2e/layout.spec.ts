import { readFileSync } from "node:fs";
import { desktop, expect, type Page, test, toast } from "./test";

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

for (const width of [390, 768, 1024, 1440]) {
  test(`at ${width} px links lead to the VIPs and, for a performer, to Group Chat`, async ({ site, visit }) => {
    const size = { width, height: 844 };
    const guest = await visit();
    await guest.setViewportSize(size);
    await guest.goto("/");
    // Where the header has no room for its links, they are on the page that its bar below leads to.
    const vips = guest.getByRole("link", { name: "Vip Models" }).filter({ visible: true });
    const header = guest.getByRole("banner").getByRole("link", { name: "Vip Models" });
    await expect(guest.getByRole("heading", { name: "Rooms" })).toBeAttached();
    if (width < 1024) {
      await expect(header).toBeHidden();
      await guest.getByRole("navigation", { name: "Tabs" }).getByRole("link", { name: "Browse" }).click();
    }
    await vips.first().click();
    await expect(guest).toHaveURL("/vip-models");
    await expectFound(guest, ["Elara Voss", "Ivy Moreau", "Lola Vega", "Mika Lune", "Nova Ray"]);

    const performer = await visit({ as: site.person("performer") });
    await performer.setViewportSize(size);
    await performer.goto("/");
    if (width < 1024) {
      await performer.getByRole("navigation", { name: "Tabs" }).getByRole("link", { name: "Go Live" }).click();
      await performer.getByRole("link", { name: "Group", exact: true }).click();
    } else {
      await performer.getByRole("banner").getByRole("link", { name: "Group Chat" }).click();
    }
    await expect(performer).toHaveURL(/^[^?]*\/live\/(webrtc\/)?groupchat$/);
  });
}

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

test("search, categories and VIPs lead to their pages", async ({ visit }) => {
  const page = await visit();
  await page.goto("/");
  const search = page.getByRole("searchbox", { name: "Search" });
  await expect(search).toHaveAttribute("placeholder", "Enter keyword");
  await page.keyboard.press("/");
  await expect(search).toBeFocused();
  await expect(search).toHaveValue(""); // the key itself is not typed
  await page.keyboard.type("vinyl");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/cams?q=vinyl");
  await expect(page.getByRole("heading", { name: "Results for “vinyl”", level: 1 })).toBeVisible();
  await expectFound(page, ["Dante Kold", "Ruby Hale"]);
  await page.reload(); // the address holds the search
  await expect(search).toHaveValue("vinyl");
  await expectFound(page, ["Dante Kold", "Ruby Hale"]);

  await page.getByRole("button", { name: "Categories" }).click();
  for (const [name, slug] of [["Music", "music"], ["ASMR", "asmr"]] as const) {
    await expect(page.getByRole("menuitem", { name })).toHaveAttribute("href", `/category/${slug}`);
  }
  await page.getByRole("menuitem", { name: "ASMR" }).click();
  await expect(page).toHaveURL("/category/asmr");
  await expect(page.getByRole("heading", { name: "ASMR", level: 1 })).toBeVisible();
  await expectFound(page, ["Elara Voss"]);
  await page.reload();
  await expect(page).toHaveURL("/category/asmr");
  await expectFound(page, ["Elara Voss"]);

  await page.getByRole("banner").getByRole("link", { name: "Vip Models" }).click();
  await expect(page).toHaveURL("/vip-models");
  await expectFound(page, ["Elara Voss", "Ivy Moreau", "Lola Vega", "Mika Lune", "Nova Ray"]);
});

test("a keyword that nobody has, and a phone's search", async ({ visit }) => {
  const page = await visit({ phone: true });
  await page.goto("/");
  await page.getByRole("button", { name: "Search" }).tap();
  await expect(page.getByRole("searchbox", { name: "Search" })).toBeFocused();
  await page.keyboard.type("no such word");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/cams?q=no+such+word");
  await expect(page.getByText("No model found")).toBeVisible();
  await page.getByRole("link", { name: "See all models" }).tap();
  await expect(page).toHaveURL("/search/models");
  await expect(page.getByRole("article").first()).toBeVisible();
});

/** The built file of a part of the app. */
function fileOf(source: string): string {
  const manifest = JSON.parse(readFileSync(new URL("../web/dist/.vite/manifest.json", import.meta.url), "utf8"));
  return manifest[`src/${source}`].file;
}

test("while the next page loads, a spinner covers the screen", async ({ visit }) => {
  const page = await visit();
  let arrive = () => {};
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(`/${fileOf("features/browse/BrowsePage.tsx")}`, async (route) => {
    await arrived;
    await route.continue();
  });
  await page.goto("/");
  await page.getByRole("link", { name: "Vip Models" }).click();
  const spinner = page.locator("div.fixed", { has: page.getByRole("status").getByText("Loading the page") });
  await expect(spinner).toBeVisible();
  expect(await spinner.boundingBox()).toEqual({ x: 0, y: 0, ...desktop });
  arrive();
  await expect(page.getByRole("heading", { name: "Vip Models" })).toBeVisible();
  await expect(spinner).toHaveCount(0);
});

test("an unknown address is a page of its own", async ({ visit }) => {
  const page = await visit();
  await page.goto("/no/such/page");
  await expect(page.getByRole("heading", { name: "There is no such page" })).toBeVisible();
  await expect(page).toHaveTitle("Page not found · Limelight");
  await page.getByRole("link", { name: "Go to the home page" }).click();
  await expect(page).toHaveURL("/");

  const room = await page.goto("/room/nobody");
  expect(room?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "This room does not exist" })).toBeVisible();
  await expect(page.getByText("The address may be mistyped, or who was here has left.")).toBeVisible();
  await expect(page).toHaveTitle("Room not found · Limelight");
  await page.getByRole("link", { name: "Browse everyone" }).click();
  await expect(page).toHaveURL("/search/models");

  await page.goto("/category/nothing");
  await expect(page.getByRole("heading", { name: "This category does not exist" })).toBeVisible();
  await expect(page).toHaveTitle("Category not found · Limelight");
  await expect(page.getByRole("article")).toHaveCount(0);
  await page.getByRole("link", { name: "See all models" }).click();
  await expect(page).toHaveURL("/search/models");

  await page.goto("/page/nothing");
  await expect(page.getByText("There is no such page")).toBeVisible();
  await page.goto("/403");
  await expect(page.getByRole("heading", { name: "This page is not for your account" })).toBeVisible();
});

test("favourites: a heart, the list, taking it off again, and taking that back", async ({ site, visit }) => {
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

  const told = toast(tom, `${name} was removed from your favorites.`);
  const liked = tom.waitForResponse(/\/favourite\/\w+\/like$/);
  await told.getByRole("button", { name: "Undo" }).click();
  await expect(list.getByRole("link", { name: new RegExp(`^${name} is`) })).toBeVisible();
  await liked;
  await tom.reload(); // the server has it too
  const unliked = tom.waitForResponse(/\/unlike$/);
  await list.getByRole("button", { name: `Favorite ${name}` }).click();
  await expect(told).toBeVisible();
  await unliked;
  await tom.reload();
  await expect(tom.getByText("No favorites yet")).toBeVisible();
});

/** The cards of a page of results, by name; their order is another test's. */
async function expectFound(page: Page, names: string[]) {
  const cards = page.getByRole("region", { name: "Results" }).getByRole("article");
  const shown = async () =>
    (await cards.getByRole("link").allTextContents()).map((text) => text.replace(/ is .*/, "")).sort();
  await expect.poll(shown).toEqual(names);
  await expect(page.getByRole("status").filter({ hasText: /^\d+ models?$/ })).toHaveText(
    `${names.length} ${names.length === 1 ? "model" : "models"}`,
  );
}

test("a page is on screen before the app's scripts are fetched", async ({ visit }) => {
  const page = await visit({ phone: true });
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/*.css", (route) => held.then(() => route.continue()));
  const opened = page.goto("/");
  // Nothing is painted without its style; the page is here whole.
  await expect.poll(() => asked.some((path) => path.endsWith(".css"))).toBe(true);
  await expect(page.locator("#boot")).toBeAttached();
  expect(asked.filter((path) => path.endsWith(".js"))).toEqual([]);
  release();
  await opened;
  await expect(page.getByRole("heading", { name: "Rooms" })).toBeAttached();
});
