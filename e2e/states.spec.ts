import { nowhere, PagesApi } from "./api";
import { EnglishLeft } from "./drawn";
import { addressesOf, dozensOf, galleryOf, handsIn } from "./pages";
import { notSpanish } from "./spanish";
import { again, expect, expectShown, type Page, test } from "./test";

// Beside each other: all in a row would be the longest story by far.
test.describe.configure({ mode: "parallel" });

for (const role of ["guest", "user", "performer", "studio", "admin"] as const) {
  for (const [index, paths] of dozensOf(role).entries()) {
    test(`${role}, part ${index + 1}: a page waits, says what failed and asks again, in Spanish`, async ({ site, visit }) => {
      test.setTimeout(400_000);
      const page = await visit(role === "guest" ? {} : { as: site.person(role) });
      if (role === "admin") {
        await handsIn(page);
        await galleryOf(await visit({ as: site.person("performer") }));
      }
      const addresses: string[] = [];
      for (const path of paths) addresses.push(...(await addressesOf(page, path)));
      await page.context().addCookies([{ name: "language", value: "es", url: site.url }]);
      const api = await PagesApi.of(page);
      const english = new EnglishLeft(page);
      for (const address of addresses) await walk(page, api, english, address);
    });
  }
}

/** What a page asks for that it does well without, so that nothing is said when it does not come. */
const unsaid = new Map([["/api/social-connect/available", "one more way to log in"]]);

/**
 * Pages that have nothing to fail: of a category, before the frame's list of categories says that there is none; and
 * those of which only the frame asks something, like the menu of a performer's state, early or late.
 */
const unfailing = new Set(["/category/nothing", "/404", "/live/privatechat/nothing", "/live/webrtc/privatechat/nothing"]);

/** One page, whose answers are late, then wrong, and then right. */
async function walk(page: Page, api: PagesApi, english: EnglishLeft, address: string) {
  await page.goto(nowhere); // what the page before goes on asking is not this one's
  api.hold();
  await arrive(page, address);
  const asked = [...api.asked].filter((path) => !unsaid.has(path));
  const waiting = await page.evaluate(waitingStates);
  expect.soft(waiting.silent, `${address} late: what waits without saying so (aria-busy, status)`).toEqual([]);
  expect.soft(waiting.empty, `${address} late: said to be empty before that is known`).toEqual([]);

  api.fail();
  const busy = page.locator("main .skeleton, main .spin, main [aria-busy=true]");
  await expect.soft(busy, `${address} failed: what waits for ever`).toHaveCount(0);
  const failures = page.getByRole("button", { name: again });
  if (asked.length > 0 && !unfailing.has(address)) await expect.soft(failures.first(), `${address} failed: the way to ask again for ${asked}`).toBeVisible();
  expect.soft(await page.evaluate(waitingStates), `${address} failed`).toMatchObject({ empty: [] });
  expect.soft(await english.among(notSpanish), `${address} failed: English`).toEqual([]);
  if ((await page.locator("main [role=alert]").count()) > 0) expect.soft(waiting.isBusy, `${address} late: says that it waits`).toBe(true);

  api.open();
  await failures.evaluateAll((buttons) => buttons.forEach((button) => button instanceof HTMLElement && button.click()));
  await expectShown(page, `${address}, asked again`);
  expect.soft(await english.among(notSpanish), `${address}: English`).toEqual([]);
}

/** Opens a page as if from another one: what the server writes into a page that is opened is not asked for. */
async function arrive(page: Page, address: string) {
  await page.goto(address, { waitUntil: "domcontentloaded" });
  if (await page.evaluate(() => JSON.parse(document.querySelector("script#boot")?.textContent ?? "{}").route?.length > 0)) {
    await page.goto("/404");
    await expectShown(page);
    await page.evaluate((to) => {
      history.pushState({}, "", to);
      dispatchEvent(new PopStateEvent("popstate"));
    }, address);
    await expect(page, address).toHaveURL(address);
    await expect(page.locator("main").getByText("404"), address).toHaveCount(0);
  }
  await expect(page, address).toHaveTitle(/Limelight$/);
  await expect(page.locator("main#main > *").first(), address).toBeAttached();
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
}

/** How a page says that something is still to come, and what it says to be empty. Runs in the page. */
function waitingStates() {
  const main = document.querySelector("main") ?? document.body;
  const seen = (selector: string) => [...main.querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility());
  const says = "[aria-busy=true], [role=status], [role=progressbar]";
  const silent = seen(".skeleton, .spin").filter((one) => !one.closest(says));
  const empty = /^(No hay|Nada|Aún no|Todavía no|Ning[uú]n)/;
  return {
    isBusy: seen(says).length > 0 || seen(".skeleton, .spin").length > silent.length,
    silent: [...new Set(silent.map((one) => one.closest("section, div[class]")?.className ?? ""))],
    empty: seen("p, h1, h2, td, li").map((one) => one.innerText.trim()).filter((text) => empty.test(text)),
  };
}
