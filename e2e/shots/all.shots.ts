import { picture, says } from "../room";
import { answers, asksFor, asksToBePrivate, figure, goesLive, requests, setsUp } from "../shows";
import { expect, expectMoving, expectShown, input, type Page, phone, test } from "../test";

// One picture each of what the product shows to whom, at a desk and on a phone. A page with a stream is
// looked at when its picture moves.

test.use({ deviceScaleFactor: 1 });
test.setTimeout(600_000);

const desk = { width: 1440, height: 900 };
const folder = new URL("../../docs/shots/", import.meta.url).pathname;

async function shot(page: Page, name: string) {
  await page.mouse.move(0, 0);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: `${folder}${name}.jpg`, type: "jpeg", quality: 72 });
}

/** Pages that need nothing but to be opened, at a desk, and on a phone where a name is given. */
async function pages(page: Page, list: Record<string, string>, width = desk) {
  await page.setViewportSize(width);
  for (const [name, path] of Object.entries(list)) {
    await page.goto(path);
    await expectShown(page);
    await page.waitForLoadState("networkidle", { timeout: 5_000 }).catch(() => {}); // a room never falls silent
    await shot(page, name);
  }
}

const live = "Nova Ray";

test("guests", async ({ visit }) => {
  const [guest, hand, newcomer] = await Promise.all([visit(), visit({ phone: true }), visit({ phone: true, firstTime: true })]);
  await newcomer.goto("/");
  await expect(newcomer.getByRole("dialog")).toBeVisible();
  await shot(newcomer, "guest-adult-phone");
  await pages(guest, { "guest-home": "/", "guest-search": "/cams?q=music", "guest-offline": "/room/SerenaFox", "guest-login": "/auth/login/user", "guest-proof": "/proof" });
  await pages(hand, { "guest-home-phone": "/", "guest-vip-phone": "/vip-models", "guest-offline-phone": "/room/SerenaFox", "guest-register-phone": "/auth/register/user" }, phone);
  for (const [page, name] of [[guest, "guest-room"], [hand, "guest-room-phone"]] as const) {
    await page.goto("/room/NovaRay");
    await expectMoving(picture(page, live));
    await shot(page, name);
  }
});

test("a member in a room", async ({ site, visit }) => {
  const tom = site.person("user", "dmoreau");
  const [desktop, hand] = await Promise.all([visit({ as: tom }), visit({ as: tom, phone: true })]);
  await desktop.setViewportSize(desk);
  await desktop.goto("/room/NovaRay");
  await expectMoving(picture(desktop, live));
  await says(desktop, "Good evening. The blue lamp is new?");
  await shot(desktop, "member-room");
  await hand.goto("/room/NovaRay");
  await expectMoving(picture(hand, live));
  await shot(hand, "member-room-phone");
  await hand.getByRole("button", { name: "Tip", exact: true }).click();
  await expect(hand.getByRole("dialog").getByRole("button", { name: /^Send \d+ tokens$/ })).toBeVisible();
  await shot(hand, "member-tip-phone");
  await hand.keyboard.press("Escape");
  await hand.context().setOffline(true);
  await hand.evaluate(() => window.dispatchEvent(new Event("offline")));
  await shot(hand, "member-offline-phone");
  await hand.context().setOffline(false);
});

test("a member's own pages", async ({ site, visit }) => {
  const tom = site.person("user", "dmoreau");
  await pages(await visit({ as: tom }), {
    "member-tokens": "/account/user/funds-tokens",
    "member-history": "/account/user/payment-token-history",
    "member-settings": "/account/user/account-settings",
  });
  await pages(await visit({ as: tom, phone: true }), {
    "member-tokens-phone": "/account/user/funds-tokens",
    "member-favorites-phone": "/account/user/favorites",
    "member-history-phone": "/account/user/payment-token-history",
  }, phone);
});

test("a private show and a look into it", async ({ site, visit }) => {
  await site.settings({ freeSeconds: 0 });
  const mika = await visit({ as: site.person("performer", "MikaLune"), fullPicture: true });
  const tom = await visit({ as: site.person("user", "dmoreau"), phone: true });
  const eve = await visit({ as: site.person("user", "kitkat"), phone: true });
  await mika.setViewportSize(desk);
  await asksFor(mika, "Private show", 60);
  await setsUp(mika, "Private and group shows", async (form) => {
    await form.getByText("Sell peeks into private shows").click();
    await input(form, "Price of a peek").fill("10");
    await input(form, "Length of a peek").fill("120");
  });
  await mika.goto("/live");
  await expectMoving(mika.locator("main video"));
  await shot(mika, "performer-check");
  await goesLive(mika, "A quiet evening");
  await tom.goto("/room/MikaLune");
  await expectMoving(picture(tom, "Mika Lune"));
  await says(tom, "You look rested today.");
  await shot(mika, "performer-live");
  await mika.setViewportSize(phone);
  await shot(mika, "performer-live-phone");
  await mika.setViewportSize(desk);
  await asksToBePrivate(tom, async (sheet) => {
    await expect(sheet.getByText("Nobody else looks in").or(sheet.getByText(/look in/)).first()).toBeVisible();
    await shot(tom, "member-private-ask-phone");
  });
  await shot(tom, "member-private-waiting-phone");
  await requests(mika).click();
  await expect(mika.getByRole("article", { name: "Request of dmoreau" })).toBeVisible();
  await shot(mika, "performer-request");
  await mika.keyboard.press("Escape");
  await answers(mika, "dmoreau", "Accept");
  await expectMoving(picture(tom, "Mika Lune"));
  await expect(figure(tom, "Your meter", "Minutes")).toHaveText("1");
  await shot(tom, "member-private-phone");
  await shot(mika, "performer-private");
  await eve.goto("/room/MikaLune");
  await expect(eve.getByText("Mika Lune is in a private show")).toBeVisible();
  await shot(eve, "member-busy-phone");
  await eve.getByRole("button", { name: "Look in" }).click();
  await eve.getByRole("button", { name: "Look in for 10 tokens" }).click();
  await expectMoving(eve.getByRole("dialog").locator("video"));
  await shot(eve, "member-look-phone");
  await mika.getByRole("button", { name: "Turn camera off" }).click();
  await expect(tom.getByText("Mika Lune's camera is off")).toBeVisible();
  await shot(tom, "member-camera-off-phone");
  await shot(mika, "performer-camera-off");
  await mika.getByRole("button", { name: "End the show" }).click();
  await mika.getByRole("button", { name: "End the show now" }).click();
  await expect(tom.getByRole("region", { name: /is over/ })).toBeVisible();
  await shot(tom, "member-receipt-phone");
  await shot(mika, "performer-receipt");
});

test("a group show", async ({ site, visit }) => {
  await site.settings({ freeSeconds: 0 });
  const serena = await visit({ as: site.person("performer", "SerenaFox"), fullPicture: true });
  const tom = await visit({ as: site.person("user", "vapor9") });
  const eve = await visit({ as: site.person("user", "quietriot"), phone: true });
  for (const page of [serena, tom]) await page.setViewportSize(desk);
  await asksFor(serena, "Group show", 50);
  await serena.goto("/live/groupchat");
  await expectMoving(serena.locator("main video"));
  await input(serena, "Title").fill("Three at the piano");
  await input(serena, "Starts with").fill("2");
  await serena.getByRole("button", { name: "Start the group show" }).click();
  await expect(serena.getByText("No one has a seat yet")).toBeVisible();
  for (const page of [tom, eve]) {
    await page.goto("/live/groupchat/SerenaFox");
    await page.getByRole("button", { name: /^Take a seat/ }).click();
  }
  for (const page of [tom, eve]) await expectMoving(picture(page, "Serena Fox"));
  await says(eve, "Hello from the train.");
  await shot(tom, "member-group");
  await shot(eve, "member-group-phone");
  await shot(serena, "performer-group");
});

test("a performer's office", async ({ site, visit }) => {
  const nova = site.person("performer", "NovaRay");
  await pages(await visit({ as: nova }), {
    "performer-profile": "/account/performer/profile",
    "performer-earning": "/account/performer/earning",
    "performer-payouts": "/account/performer/payout-requests",
    "performer-wheel": "/account/performer/wheel",
    "performer-goals": "/account/performer/goals",
    "performer-block": "/account/performer/geo-block",
  });
  await pages(await visit({ as: nova, phone: true }), {
    "performer-earning-phone": "/account/performer/earning",
    "performer-profile-phone": "/account/performer/profile",
  }, phone);
});

test("a studio", async ({ site, visit }) => {
  const studio = site.person("studio");
  const list = (end = "") => ({
    [`studio-models${end}`]: "/studio/models",
    [`studio-earning${end}`]: "/studio/earning",
    [`studio-stats${end}`]: "/studio/models/stats",
  });
  await pages(await visit({ as: studio }), { ...list(), "studio-commissions": "/studio/commissions", "studio-payouts": "/studio/payout-requests" });
  await pages(await visit({ as: studio, phone: true }), list("-phone"), phone);
});

test("the back office", async ({ site, visit }) => {
  const ada = site.person("admin");
  await pages(await visit({ as: ada }), {
    "admin-dashboard": "/admin",
    "admin-accounts": "/admin/accounts",
    "admin-identity-checks": "/admin/identity-checks",
    "admin-settings": "/admin/settings",
    "admin-finance": "/admin/finance",
    "admin-transfers": "/admin/finance/transfers",
    "admin-payments": "/admin/payments",
    "admin-receivables": "/admin/payments/receivables",
    "admin-gateways": "/admin/gateways",
    "admin-refunds": "/admin/refunds",
    "admin-payouts": "/admin/payouts",
    "admin-shows": "/admin/shows",
    "admin-mails": "/admin/mails",
    "admin-audit": "/admin/audit-log",
    "admin-login": "/admin/login-settings",
  });
  await pages(await visit({ as: ada, phone: true }), {
    "admin-dashboard-phone": "/admin",
    "admin-settings-phone": "/admin/settings",
    "admin-finance-phone": "/admin/finance",
  }, phone);
});
