import { picture } from "./room";
import { answers, asksFor, asksToBePrivate, goesLive, setsUp } from "./shows";
import { desktop, expect, expectMoving, expectShown, input, type Page, phone, test } from "./test";

/** A phone, and the same phone lying on its side. */
const shapes = [phone, { width: phone.height, height: phone.width }];

type Role = "guest" | "user" | "performer" | "studio";

/** The pages that a thumb uses most, and what is pressed open on them. */
const pages: Record<Role, readonly { address: string; opens?: readonly string[] }[]> = {
  guest: [
    { address: "/" },
    { address: "/search/models", opens: ["Filters"] },
    { address: "/cams?in=galleries" },
    { address: "/room/IvyMoreau", opens: ["About Ivy Moreau"] },
    { address: "/auth/login/user" },
    { address: "/auth/register/user" },
    { address: "/auth/register/performer" },
    { address: "/auth/forgot-password" },
    { address: "/contact" },
  ],
  user: [
    { address: "/", opens: ["Account"] },
    { address: "/room/IvyMoreau", opens: ["Tip"] },
    { address: "/account/user/funds-tokens" },
    { address: "/account/user/payment-token-history" },
    { address: "/account/user/refund-requests" },
    { address: "/account/user/favorites" },
    { address: "/account/user/purchased-gallery" },
    { address: "/account/user/account-settings" },
  ],
  performer: [
    { address: "/live" },
    { address: "/live/groupchat" },
    { address: "/account/performer/profile" },
    { address: "/account/performer/geo-block" },
    { address: "/account/performer/account-settings" },
    { address: "/account/performer/payout-requests" },
    { address: "/account/performer/earning" },
  ],
  studio: [{ address: "/studio/models" }, { address: "/studio/account-settings" }],
};

for (const role of ["guest", "user", "performer", "studio"] as const) {
  test(`${role}: on a phone what is pressed has 44 px, and no field makes an iPhone zoom`, async ({ site, visit }) => {
    test.setTimeout(240_000);
    const page = await visit({ phone: true, ...(role !== "guest" && { as: site.person(role) }) });
    for (const { address, opens = [] } of pages[role]) {
      for (const size of shapes) {
        await page.setViewportSize(size);
        await page.goto(address);
        await expectShown(page, address);
        await expect(page, address).toHaveURL(address);
        await measure(page, `${address} at ${size.width} px`);
        for (const name of opens) {
          await page.getByRole("button", { name, exact: true }).filter({ visible: true }).click();
          await page.waitForFunction(() => history.state?.sheet !== undefined); // its file may still be on the way
          await measure(page, `${address} at ${size.width} px, ${name}`);
          await page.keyboard.press("Escape");
          // Its entry in the history is taken back a moment later, and would end the way to the next page.
          await page.waitForFunction(() => history.state?.sheet === undefined);
        }
      }
    }
  });
}

/** Measures a page as it is, in both shapes, and again with each thing that a press opens on it. */
async function measureRunning(page: Page, where: string, opens: readonly string[]) {
  for (const size of shapes) {
    await page.setViewportSize(size);
    await measure(page, `${where} at ${size.width} px`);
    for (const name of opens) {
      await page.getByRole("button", { name, exact: true }).filter({ visible: true }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      await measure(page, `${where} at ${size.width} px, ${name}`);
      await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
      await expect(page.getByRole("dialog")).toHaveCount(0);
    }
  }
}

test("a private show and a look into it: on a phone what is pressed has 44 px", async ({ site, visit }) => {
  test.setTimeout(360_000);
  const [mika, tom, eve] = await Promise.all([
    visit({ as: site.person("performer", "MikaLune"), phone: true }),
    visit({ as: site.person("user", "dmoreau"), phone: true }),
    visit({ as: site.person("user", "kitkat"), phone: true }),
  ]);
  await mika.setViewportSize(desktop);
  await asksFor(mika, "Private show", 30);
  await setsUp(mika, "Private and group shows", async (form) => {
    await form.getByText("Sell peeks into private shows").click();
    await input(form, "Price of a peek").fill("10");
    await input(form, "Length of a peek").fill("600");
  });
  await goesLive(mika, "A quiet evening");
  await tom.goto("/room/MikaLune");
  await expectMoving(picture(tom, "Mika Lune"));
  await asksToBePrivate(tom);
  await measure(tom, "the request of a private show");
  await answers(mika, "dmoreau", "Accept");
  await expectMoving(picture(tom, "Mika Lune"));
  await eve.goto("/room/MikaLune");
  await eve.getByRole("button", { name: "Look in" }).click();
  await measure(eve, "the price of a look");
  await eve.getByRole("button", { name: /^Look in for \d+ tokens$/ }).click();
  await expectMoving(eve.getByRole("dialog").locator("video"));
  await measureRunning(eve, "a look", []);
  await measureRunning(tom, "a member's private show", ["Tip"]);
  await measureRunning(mika, "a performer's private show", ["Devices and sound"]);
});

test("a group show: on a phone what is pressed has 44 px", async ({ site, visit }) => {
  test.setTimeout(300_000);
  const [serena, tom] = await Promise.all([
    visit({ as: site.person("performer", "SerenaFox"), phone: true }),
    visit({ as: site.person("user", "vapor9"), phone: true }),
  ]);
  await asksFor(serena, "Group show", 10);
  await serena.goto("/live/groupchat");
  await expectMoving(serena.locator("main video"));
  await input(serena, "Title").fill("Three at the piano");
  await input(serena, "Starts with").fill("1");
  await serena.getByRole("button", { name: "Start the group show" }).click();
  await expect(serena.getByRole("button", { name: "People and earnings" })).toBeVisible();
  await measureRunning(serena, "a performer's group show before it starts", []);
  await tom.goto("/live/groupchat/SerenaFox");
  await tom.getByRole("button", { name: /^Take a seat/ }).click();
  await expectMoving(picture(tom, "Serena Fox"));
  await measureRunning(tom, "a seat in a group show", ["Tip", "People in this show"]);
  await measureRunning(serena, "a performer's group show", ["People and earnings", "Devices and sound"]);
});

async function measure(page: Page, where: string) {
  // What a sheet holds comes a moment after it, and moves what is there.
  await expect.configure({ soft: true }).poll(() => page.evaluate(tooSmall), { message: where, timeout: 5_000 }).toEqual([]);
}

/**
 * What is on screen and smaller than it may be. Left out are, after WCAG 2.5.8: links within a
 * sentence, whose size the line gives; what is hidden or cannot be pressed; and a box or switch
 * whose label is pressed in its place.
 */
function tooSmall(): string[] {
  const least = 44;
  const leastFont = 16;
  const found: string[] = [];
  const top = document.querySelector("dialog[open]") ?? document;
  const shown = (one: Element) => one.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true });

  function inSentence(one: Element): boolean {
    if (getComputedStyle(one).display !== "inline") return false;
    const around = one.closest("p, li, label, dd, td, figcaption")?.textContent?.trim() ?? "";
    return around.length > (one.textContent?.trim().length ?? 0);
  }

  /** What a press anywhere on it counts for: the label of a box, the element, and what it stretches over. */
  function sizeOf(one: Element) {
    const label = one.closest("label") ?? (one instanceof HTMLInputElement ? one.labels?.[0] : undefined);
    const isPressed = label && (label.contains(one) || /checkbox|radio|file/.test(one.getAttribute("type") ?? ""));
    const { width, height } = (isPressed ? label : one).getBoundingClientRect();
    const over = ["::before", "::after"].map((part) => {
      const style = getComputedStyle(one, part);
      return style.content !== "none" && style.position === "absolute"
        ? { width: Number.parseFloat(style.width) || 0, height: Number.parseFloat(style.height) || 0 }
        : { width: 0, height: 0 };
    });
    return {
      width: Math.round(Math.max(width, ...over.map((part) => part.width))),
      height: Math.round(Math.max(height, ...over.map((part) => part.height))),
    };
  }

  const pressed = "a[href], button, summary, input:not([type=hidden]), select, textarea, [role=tab], [role=menuitem]";
  for (const one of top.querySelectorAll(pressed)) {
    if (!shown(one) || one.closest("[inert], [aria-hidden=true]") || one.matches(":disabled")) continue;
    const { width, height } = sizeOf(one);
    const name = one.getAttribute("aria-label") ?? one.textContent?.trim().slice(0, 40) ?? "";
    const called = `${one.tagName.toLowerCase()} “${name || one.getAttribute("name")}”`;
    if (width <= 1 || height <= 1) continue; // for screen readers only, such as the skip links
    if (!inSentence(one) && (width < least || height < least)) found.push(`${called} ${width}×${height}`);
    const isField = one.matches("select, textarea, input:not([type=checkbox], [type=radio], [type=range], [type=file])");
    if (isField && Number.parseFloat(getComputedStyle(one).fontSize) < leastFont) {
      found.push(`${called} in ${getComputedStyle(one).fontSize}`);
    }
  }
  return [...new Set(found)];
}
