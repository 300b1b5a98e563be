import { seriousFindings } from "./axe";
import { isBlank } from "./player";
import { balance, line, picture, says } from "./room";
import { answers, asksFor, asksToBePrivate, entry, expectBalance, expectHeard, figure, goesLive, receipt, requests, tokens, tokensIn, wallet } from "./shows";
import { expect, expectMoving, type Page, test, toast } from "./test";

const name = "Mika Lune";
const room = "/room/MikaLune";

test("a private show: asked for, refused, accepted, and over when the tokens are", async ({ site, visit }) => {
  test.setTimeout(420_000);
  await site.settings({ freeSeconds: 0 });
  const [mika, tom, guest] = await Promise.all([
    visit({ as: site.person("performer", "MikaLune") }),
    visit({ as: site.person("user", "dmoreau") }),
    visit({ phone: true }),
  ]);
  const earnedBefore = await test.step("she sets her price and goes live", async () => {
    await asksFor(mika, "Private show", 1200);
    await goesLive(mika, "A quiet evening");
    await Promise.all([tom, guest].map((page) => page.goto(room)));
    await expectMoving(picture(guest, name));
    return wallet(mika);
  });

  await test.step("nobody has asked yet", async () => {
    await requests(mika).click();
    await expect(mika.getByText("There are no private request.", { exact: true })).toBeVisible();
    await mika.keyboard.press("Escape");
  });

  await test.step("he sees what it costs, asks, and is declined", async () => {
    const sheet = await asksToBePrivate(tom, async (terms) => {
      await expect(terms.getByText("1,200 tokens", { exact: true })).toBeVisible();
      await expect(terms.getByText("You have 2,500 tokens: 2 minutes at this price")).toBeVisible();
      await expect(terms.getByText("At least 1 minute, 1,200 tokens reserved at the start")).toBeVisible();
      await expect(terms.getByText("Nobody else looks in")).toBeVisible();
    });
    await expect(toast(mika, "dmoreau sent you a private chat request.")).toBeVisible();
    await answers(mika, "dmoreau", "Decline");
    await expect(sheet.getByText("Mika Lune cannot come now")).toBeVisible();
    await sheet.getByRole("button", { name: "Close" }).click();
    await expect(balance(tom, "2,500")).toBeVisible();
  });

  await test.step("he asks again, and takes it back", async () => {
    const sheet = await asksToBePrivate(tom);
    await expect(requests(mika, 1)).toBeVisible();
    await sheet.getByRole("button", { name: "Take the request back" }).click();
    await expect(sheet.getByRole("button", { name: /^Ask for a private show/ })).toBeVisible();
    await expect(requests(mika, 1)).toHaveCount(0);
    await sheet.getByRole("button", { name: "Close" }).click();
  });

  await test.step("he asks once more, and she accepts from the notice", async () => {
    await asksToBePrivate(tom);
    await toast(mika, "dmoreau sent you a private chat request.").last().getByRole("button", { name: "Accept" }).click();
    for (const page of [mika, tom]) await expect(page).toHaveURL(/\/live\/(webrtc\/)?privatechat\//);
  });

  await test.step("the show begins with its first minute, for both, and he is warned", async () => {
    await expect(figure(tom, "Your meter", "Minutes")).toHaveText("1");
    await expect(figure(tom, "Your meter", "Spent")).toHaveText("1,200");
    await expect(balance(tom, "100")).toBeVisible(); // the next minute is held already
    await expect(figure(mika, "Your show", "Earned")).toHaveText("960");
    await expectBalance(mika, earnedBefore + 960);
    await expect(tom.getByText("Your tokens last less than 120 seconds more.")).toBeVisible();
  });

  await test.step("a second minute begins", async () => {
    await expect(figure(tom, "Your meter", "Minutes")).toHaveText("2", { timeout: 75_000 });
    await expect(figure(tom, "Your meter", "Spent")).toHaveText("2,400");
    await expect(balance(tom, "100")).toBeVisible();
    await expect(figure(mika, "Your show", "Earned")).toHaveText("1,920");
    await expect(tom.getByText("Your tokens last less than 60 seconds more.")).toBeVisible();
    await expect(tom.getByRole("alert").filter({ hasText: "less than 15 seconds" })).toBeVisible({ timeout: 75_000 });
  });

  await test.step("it ends where his tokens do, and both receipts say so", async () => {
    await expect(receipt(tom)).toContainText("Your tokens are used up.", { timeout: 45_000 });
    await expect(receipt(tom)).toContainText("You paid2,400 tokens");
    await expect(receipt(mika)).toContainText("The member's tokens are used up.");
    await expect(receipt(mika)).toContainText("You earned1,920 tokens");
    for (const page of [tom, mika]) {
      await expect(entry(page, "Metered time")).toHaveText("2:00");
      await expect(entry(page, "Minutes charged")).toHaveText("2 × 1,200 tokens");
    }
    await expect(balance(tom, "100")).toBeVisible();
    await expectBalance(mika, earnedBefore + 1920);
    await expect(guest.getByText(`${name} is away`)).toBeVisible();
  });

  await test.step("she goes back to public, and everybody sees her again", async () => {
    await backToPublic(mika);
    await expectMoving(picture(guest, name));
    await goesOff(mika);
  });
});

test("they see and hear each other and nobody else does; a reload does not end it; hers does, and the rest of the minute returns", async ({ site, visit }) => {
  test.setTimeout(420_000);
  await site.settings({ freeSeconds: 0 });
  const [mika, eve, tom, guest] = await Promise.all([
    visit({ as: site.person("performer", "MikaLune") }),
    visit({ as: site.person("user", "kitkat") }),
    visit({ as: site.person("user", "dmoreau") }),
    visit({ phone: true }),
  ]);
  const price = 30; // her tokens last however slow the machine is
  await asksFor(mika, "Private show", price);
  await goesLive(mika, "Once more");
  await Promise.all([eve, tom, guest].map((page) => page.goto(room)));
  for (const page of [tom, guest]) await expectMoving(picture(page, name));
  const [before, earnedBefore] = [await wallet(eve), await wallet(mika)];

  await test.step("she asks with her camera on, and Mika accepts", async () => {
    await asksToBePrivate(eve, async (sheet) => {
      await sheet.getByText("Camera", { exact: true }).click();
      await expectMoving(sheet.locator("video"));
    });
    await answers(mika, "kitkat", "Accept");
  });

  await test.step("the two see and hear each other", async () => {
    await Promise.all([expectMoving(picture(mika, "kitkat")), expectMoving(picture(eve, name))]);
    await Promise.all([expectHeard(mika), expectHeard(eve)]);
  });

  await test.step("nobody else sees her any more, and everybody is told why", async () => {
    for (const page of [tom, guest]) {
      await expect(page.getByText(`${name} is in a private show`)).toBeVisible();
      await expect.poll(() => isBlank(page, name)).toBe(true);
      await expect(page.getByRole("button", { name: /^Private (·|show)/ })).toHaveCount(0);
    }
    const window = await visit();
    await window.goto("/cams?q=mika");
    await expect(window.getByRole("link", { name: `${name} is in a private show` })).toBeVisible();
    await window.close();
  });

  await test.step("they talk, and only they read it", async () => {
    await says(eve, "Just the two of us.");
    await says(mika, "And the piano.");
    for (const page of [mika, eve]) {
      await expect(line(page, "Just the two of us.")).toBeVisible();
      await expect(line(page, "And the piano.")).toBeVisible();
    }
    await expect(line(tom, "Just the two of us.")).toHaveCount(0);
  });

  await test.step("she reloads, and is still there", async () => {
    await says(eve, "Hold on, I press F5.");
    await eve.reload();
    await expectMoving(picture(eve, name));
    await expectHeard(eve);
    await expect(line(eve, "Hold on, I press F5.")).toBeVisible();
    await expect(mika.getByRole("button", { name: "End the show" })).toBeVisible();
    for (const page of [mika, eve]) expect.soft(await seriousFindings(page), page.url()).toEqual([]);
  });

  await test.step("Mika ends it within the minute", async () => {
    await mika.getByRole("button", { name: "End the show" }).click();
    await mika.getByRole("button", { name: "End the show now" }).click();
    await expect(receipt(mika)).toContainText("You have left.");
    await expect(receipt(eve)).toContainText(`${name} has left.`);
  });

  await test.step("what was not used is back, and the two receipts agree", async () => {
    const refund = await tokensIn(entry(eve, "Refunded to you"));
    expect(refund).toBeGreaterThan(0);
    expect(refund).toBeLessThan(price);
    const minutes = Number.parseInt((await entry(eve, "Minutes charged").textContent()) ?? "");
    const [whole = 0, seconds = 0] = ((await entry(eve, "Metered time").textContent()) ?? "").split(":").map(Number);
    expect(seconds > 0 ? [whole + 1] : [whole, whole + 1], "no minute is paid twice").toContain(minutes); // "1:00" may be 60.2 s
    const paid = cents(minutes * price - refund);
    await expect(receipt(eve)).toContainText(`You paid${tokens(paid)} tokens`);
    await expect(entry(mika, "Refunded to members")).toHaveText(`${tokens(refund)} tokens`);
    await expectBalance(eve, before - paid);
    const earned = cents((await wallet(mika)) - earnedBefore);
    await expect(receipt(mika)).toContainText(`You earned${tokens(earned)} tokens`);
    expect(earned).toBeCloseTo(paid * 0.8, 1);
  });

  await test.step("she goes back to public, and stops", async () => {
    await backToPublic(mika);
    await eve.getByRole("link", { name: "Back to the room" }).click();
    await expectMoving(picture(eve, name));
    await goesOff(mika);
  });
});

/** From the receipt of a paid show to her stage, where the public one waits for her word. */
async function backToPublic(mika: Page) {
  await mika.getByRole("link", { name: /^Back to public/ }).click(); // once
  await expectMoving(mika.locator("main video"));
}

const cents = (amount: number) => Math.round(amount * 100) / 100;

async function goesOff(mika: Page) {
  await mika.getByRole("button", { name: "End show" }).click();
  await mika.getByRole("button", { name: "End the show" }).click();
  await expect(mika.getByRole("heading", { name: "That was your show" })).toBeVisible();
}
