import { expectShown, expect, type Page, phone, test } from "./test";

/** A phone, and the same phone lying on its side. */
const shapes = [phone, { width: phone.height, height: phone.width }];

type Role = "guest" | "user" | "performer" | "studio";

/** The pages that a thumb uses most, and what is pressed open on them. */
const pages: Record<Role, readonly { address: string; opens?: readonly string[] }[]> = {
  guest: [
    { address: "/" },
    { address: "/search/models", opens: ["Filters"] },
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
          await measure(page, `${address} at ${size.width} px, ${name}`);
          await page.keyboard.press("Escape");
        }
      }
    }
  });
}

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
