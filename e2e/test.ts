import { test as base, type Browser, expect, type Locator, type Page } from "@playwright/test";
import { flows, openSite, type Person, type Site, strangersAddress } from "./site";

export { expect, type Locator, type Page };

type Visit = {
  /** Who is logged in already; a guest when absent. */
  as?: Person;
  /** On a phone instead of a desktop. */
  phone?: boolean;
  /** Has not yet said that they are 18. */
  firstTime?: boolean;
  /** Reaches the site over the network, which can be cut (setOffline): a socket to localhost never hears of it. */
  networked?: boolean;
  /** Comes from an address of their own, to register. */
  stranger?: boolean;
  /** By whose clocks they live. */
  timezone?: string;
  /** Films as the app proposes; others have chosen the least there is, since the processor codes it all. */
  fullPicture?: boolean;
};

type Fixtures = {
  /** Opens a browser of its own for somebody. */
  visit: (visit?: Visit) => Promise<Page>;
};

export const desktop = { width: 1280, height: 720 };
/** Of one pixel per point: a real one's are painted by the processor here. */
export const phone = { width: 390, height: 844 };

/** Tests get the running site, and browsers that fail the test when a page throws or breaks its policy. */
export const test = base.extend<Fixtures, { development: boolean; streams: boolean; pseudoLanguages: boolean; empty: boolean; site: Site }>({
  /** The site plays payments in the sandbox: test.use({ development: true }). */
  development: [false, { option: true, scope: "worker" }],
  /** The demo's streams run: what a page shows is never still. */
  streams: [false, { option: true, scope: "worker" }],
  /** The site offers the languages of tests (docs/translating.md). */
  pseudoLanguages: [false, { option: true, scope: "worker" }],
  /** The site has nothing but somebody of each role. */
  empty: [false, { option: true, scope: "worker" }],
  site: [
    async ({ development, streams, pseudoLanguages, empty }, use) => {
      const site = await openSite({ development, streams, pseudoLanguages, empty });
      await use(site);
      await site.stop();
    },
    { scope: "worker", timeout: 300_000 },
  ],
  visit: async ({ browser, site }, use) => {
    const problems: string[] = [];
    const opened: Page[] = [];
    await use(async (visit = {}) => {
      const page = await open(browser, site, visit, problems);
      opened.push(page);
      return page;
    });
    await Promise.all(opened.map((page) => page.context().close()));
    expect(problems, "pages that threw, or did what their policy forbids").toEqual([]);
  },
});

async function open(browser: Browser, site: Site, visit: Visit, problems: string[]): Promise<Page> {
  const baseURL = visit.networked ? site.url.replace("localhost", "127.0.0.1") : site.url;
  const context = await browser.newContext({
    baseURL,
    reducedMotion: "reduce",
    permissions: ["camera", "microphone"],
    ...(visit.timezone && { timezoneId: visit.timezone }),
    ...(visit.stranger && { extraHTTPHeaders: { "X-Forwarded-For": strangersAddress() } }),
    ...(visit.phone
      ? { viewport: phone, isMobile: true, hasTouch: true }
      : { viewport: desktop }),
  });
  if (!visit.firstTime) {
    await context.addInitScript(() => {
      if (window === window.top) localStorage.setItem("adult", "yes"); // mails lie in a sandbox
    });
  }
  if (!visit.fullPicture) await context.addInitScript(filmsSmall);
  if (visit.as) {
    const { role, username, password } = visit.as;
    const answer = await context.request.post(`/api/auth/${flows[role]}/login`, {
      data: { username, password },
    });
    expect(answer.status(), `${username} logs in`).toBe(200);
  }
  const page = await context.newPage();
  page.on("pageerror", (error) => problems.push(`${page.url()}: ${error.stack || error.message}`));
  page.on("console", (message) => {
    // The recorder of traces reads what blob: pictures hold; the app itself never connects to one.
    const recorder = message.text().startsWith("Connecting to 'blob:");
    if (message.text().includes("Content Security Policy") && !recorder) {
      problems.push(`${page.url()}: ${message.text()}`);
    }
  });
  return page;
}

/** What somebody once chose on the stage of this browser, unless they have chosen since. */
function filmsSmall() {
  if (window !== window.top || localStorage.getItem("broadcast.choice") !== null) return;
  const plain = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
  localStorage.setItem("broadcast.choice", JSON.stringify({ height: 360, ...plain }));
}

/** What asks once more for what could not be loaded. */
export const again = /^(Try again|Reintentar|Intentar de nuevo)$/;

/**
 * Waits until the app shows a page with all that it loads: the page has named itself in the tab,
 * its main part is filled, and nothing is awaited any more. (The box of main says nothing: the
 * phone's room lies over the whole screen and leaves none.)
 */
export async function expectShown(page: Page, where = page.url()) {
  const home = new URL(page.url()).pathname === "/";
  await expect(page, where).toHaveTitle(home ? "Limelight" : /.+ · Limelight$/);
  await expect(page.locator("main#main"), where).not.toBeEmpty();
  await expect(page.locator(".skeleton, .spin, [aria-busy=true]"), where).toHaveCount(0);
  await expect(page.getByRole("button", { name: again }), where).toHaveCount(0);
}

/**
 * Waits until something over the page is closed and the tab has gone back the step in its history that this takes
 * (web/src/ui/backCloses.ts). The step is on its way for a moment after the dialog has left the page, and whoever goes to
 * another address in that moment is brought back from it.
 */
export async function expectClosed(dialog: Locator) {
  await expect(dialog).toBeHidden();
  await expect.poll(() => dialog.page().evaluate(() => typeof Reflect.get(history.state ?? {}, "sheet"))).toBe("undefined");
}

/** A toast with this text. */
export const toast = (page: Page, text: string | RegExp): Locator =>
  page.locator("[data-sonner-toast]").filter({ hasText: text });

/** A field that must be filled in; its label ends with a star that only eyes meet. */
export const input = (page: Page | Locator, label: string): Locator =>
  page.getByRole("textbox", { name: label, exact: true });

/**
 * Waits until a video really moves: its clock runs, and what is painted is neither black nor still.
 */
export async function expectMoving(video: Locator) {
  const look = () =>
    video.evaluate((element) => {
      if (!(element instanceof HTMLVideoElement)) throw new Error("no video");
      const canvas = new OffscreenCanvas(32, 18);
      const context = canvas.getContext("2d");
      if (context === null || element.videoWidth === 0) return { at: 0, light: 0, print: "" };
      context.drawImage(element, 0, 0, 32, 18);
      const { data } = context.getImageData(0, 0, 32, 18);
      const seen = data.filter((_, index) => index % 4 !== 3); // without alpha
      const light = seen.reduce((sum, value) => sum + value, 0) / seen.length;
      return { at: element.currentTime, light, print: seen.join() };
    });
  await expect(async () => {
    const first = await look();
    await expect
      .poll(async () => (await look()).at, { timeout: 15_000 })
      .toBeGreaterThan(first.at + 0.5);
    const second = await look();
    expect(second.light, "the picture is not black").toBeGreaterThan(8);
    expect(second.print, "the picture changes").not.toBe(first.print);
  }).toPass({ timeout: 60_000 });
}
