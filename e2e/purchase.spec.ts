import { seriousFindings } from "./axe";
import { balance, picture, says } from "./room";
import { goesLive } from "./shows";
import { expect, expectMoving, type Locator, type Page, test, toast } from "./test";

test.use({ development: true });

const room = "/room/MikaLune";
const mikas = (page: Page) => picture(page, "Mika Lune");

test("tokens are bought in a second tab while the room goes on: pending, then paid; then declined", async ({ site, visit }) => {
  test.setTimeout(240_000);
  const mika = await visit({ as: site.person("performer", "MikaLune") });
  await goesLive(mika, "A quiet evening");
  const tom = await visit({ as: await site.newcomer("latecomer") });
  await tom.goto(room);
  await expectMoving(mikas(tom));
  await tom.evaluate(() => Object.assign(window, { stayed: true })); // a reload would forget it

  const drawer = tom.getByRole("dialog", { name: "Get tokens" });
  await test.step("the balance in the header opens the shop beside the video", async () => {
    await tom.getByRole("banner").getByRole("button", { name: "Token balance 0. Buy tokens" }).click();
    await expect(drawer.getByText("$0.0999 a token")).toBeVisible();
    await expect(drawer.getByText("Best value")).toHaveCount(1);
    await expect(drawer.getByText("This is the sandbox: no money moves")).toBeVisible();
    expect.soft(await seriousFindings(tom), "the drawer").toEqual([]);
  });

  const vendor = await pays(tom, drawer, "Evening", "$24.99");
  await test.step("a slow transfer: pending in the room", async () => {
    await expect(drawer.getByText("We wait for your payment")).toBeVisible();
    await vendor.getByRole("button", { name: "Start a slow bank transfer" }).click();
    await expect(drawer.getByRole("heading", { name: "Your payment is on its way" })).toBeVisible();
    await drawer.getByRole("button", { name: "Back to the room" }).click();
    await expect(toast(tom, "Your payment is on its way.")).toBeVisible();
    await expect(balance(tom, "0")).toBeVisible();
    await says(tom, "I can talk meanwhile.");
  });

  await test.step("then paid: toast and balance, without a reload", async () => {
    await vendor.getByRole("button", { name: "Pay", exact: true }).click();
    await expect(toast(tom, "Your payment has arrived: 270 tokens have been added.")).toBeVisible();
    await expect(balance(tom, "270")).toBeVisible();
    await expectMoving(mikas(tom));
    expect(await tom.evaluate(() => "stayed" in window)).toBe(true);
  });

  await test.step("the page that one comes back to says the same, and the tokens can be spent", async () => {
    await vendor.getByRole("link", { name: "Back to the site" }).click();
    await expect(vendor.getByRole("region", { name: "Your payment" })).toContainText("270 tokens are yours");
    expect.soft(await seriousFindings(vendor), "the page of the shop").toEqual([]);
    await vendor.close();
    await tom.getByRole("button", { name: "Send 25 tokens" }).click();
    await expect(balance(tom, "245")).toBeVisible();
  });

  await test.step("another one is declined, and nothing comes of it", async () => {
    await tom.getByRole("banner").getByRole("button", { name: /Buy tokens$/ }).click();
    const second = await pays(tom, drawer, "Taster", "$9.99");
    await second.getByRole("button", { name: "Decline the card" }).click();
    await expect(drawer.getByRole("heading", { name: "The payment was declined" })).toBeVisible();
    await second.close();
    await drawer.getByRole("button", { name: "Choose again" }).click();
    await expect(drawer.getByRole("button", { name: "Pay $9.99" })).toBeEnabled();
    await drawer.getByRole("button", { name: "Close", exact: true }).click();
    await expect(balance(tom, "245")).toBeVisible();
  });

  await test.step("both are in the history", async () => {
    const page = await tom.context().newPage();
    await page.goto("/account/user/transaction-history");
    await expect(page.getByRole("row", { name: /Taster .*\$9\.99 Declined/ })).toBeVisible();
    await expect(page.getByRole("row", { name: /Evening .*\$24\.99 Paid/ })).toBeVisible();
    await page.goto("/account/user/payment-token-history");
    await expect(page.getByRole("row", { name: /Tokens bought .*\+260/ })).toBeVisible();
    await expect(page.getByRole("row", { name: /Bonus tokens .*\+10/ })).toBeVisible();
    await page.close();
  });
});

test("on a phone a tip that is too large leads to the shop, in a sheet over the video", async ({ site, visit }) => {
  test.setTimeout(240_000);
  const ruby = await visit({ as: site.person("performer", "RubyHale") });
  await goesLive(ruby, "Once more");
  const eve = await visit({ as: await site.newcomer("pocketuser"), phone: true });
  await eve.goto("/room/RubyHale");
  await expectMoving(picture(eve, "Ruby Hale"));
  await eve.getByRole("button", { name: "Tip", exact: true }).click();
  const tip = eve.getByRole("dialog", { name: "Tip Ruby Hale" });
  await expect(tip.getByText("You are 25 tokens short.")).toBeVisible();
  await tip.getByRole("button", { name: "Get tokens" }).click();

  const sheet = eve.getByRole("dialog", { name: "Get tokens" });
  const vendor = await pays(eve, sheet, "Taster", "$9.99");
  await vendor.getByRole("button", { name: "Pay", exact: true }).click();
  await expect(sheet.getByText("100 tokens are yours")).toBeVisible();
  await vendor.close();
  expect.soft(await seriousFindings(eve), "the sheet").toEqual([]);
  await sheet.getByRole("button", { name: "Back to the room" }).click();
  await tip.getByRole("button", { name: "Send 25 tokens" }).click();
  await expect(toast(eve, "You have tipped Ruby Hale 25 tokens.")).toBeVisible();
  await expectMoving(picture(eve, "Ruby Hale"));
});

/** Chooses a package and opens the page of payment, which is a tab of its own. */
async function pays(page: Page, shop: Locator, name: string, price: string): Promise<Page> {
  const opened = page.context().waitForEvent("page");
  await shop.getByText(name, { exact: true }).click();
  await shop.getByRole("button", { name: `Pay ${price}` }).click();
  const vendor = await opened;
  await expect(vendor.getByText("No money moves and no card is charged.")).toBeVisible();
  return vendor;
}
