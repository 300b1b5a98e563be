import { balance } from "./room";
import { expect, input, type Locator, type Page, toast } from "./test";

/** The form by this name on a performer's profile, filled in and saved. */
export async function setsUp(page: Page, form: "Prices" | "Private and group shows", fill: (form: Locator) => Promise<void>) {
  await page.goto("/account/performer/profile");
  const fields = page.getByRole("form", { name: form });
  await fill(fields);
  await fields.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Saved").first()).toBeVisible();
}

/** Asks these tokens for a minute from now on. */
export async function asksFor(page: Page, kind: "Private show" | "Group show", price: number) {
  await setsUp(page, "Prices", (form) => input(form, kind).fill(String(price)));
}

/** Opens the stage and goes live in public, with a picture. */
export async function goesLive(page: Page, title: string) {
  await page.goto("/live");
  await input(page, "Title").fill(title);
  await page.getByRole("button", { name: "Go live", exact: true }).click({ timeout: 60_000 }); // once there is a picture
  await expect(page.getByRole("button", { name: "End show" })).toBeVisible({ timeout: 60_000 });
}

/** Asks for a private show from her room, and waits for the answer. */
export async function asksToBePrivate(page: Page, choose: (sheet: Locator) => Promise<void> = async () => {}) {
  await page.getByRole("button", { name: /^Private (·|show)/ }).click();
  const sheet = page.getByRole("dialog", { name: /^Private show with / });
  await choose(sheet);
  await sheet.getByRole("button", { name: /^Ask for a private show/ }).click();
  await expect(sheet.getByText(/^Waiting for /)).toBeVisible();
  return sheet;
}

/** One answer to the request of a member, from the bell in the header. */
export async function answers(page: Page, username: string, answer: "Accept" | "Decline") {
  await requests(page).click();
  const request = page.getByRole("article", { name: `Request of ${username}` });
  await request.getByRole("button", { name: answer }).click();
  await expect(request).toHaveCount(0);
  if (answer === "Decline") await page.keyboard.press("Escape");
}

/** The bell with the open requests, in the header of a performer. */
export const requests = (page: Page, open?: number): Locator =>
  page.getByRole("banner").getByRole("button", { name: open === undefined ? /^Private requests/ : `Private requests (${open})` });

/** A figure of a show that runs, such as the minutes of a member's meter. */
export const figure = (page: Page, of: "Your meter" | "Your show", name: string): Locator =>
  page
    .getByLabel(of, { exact: true })
    .locator("div")
    .filter({ has: page.getByText(name, { exact: true }) })
    .getByRole("definition");

/** The receipt of a show that is over for this person. */
export const receipt = (page: Page): Locator => page.getByRole("region", { name: /is over/ });

/** A line of the receipt. */
export const entry = (page: Page, name: string): Locator =>
  receipt(page)
    .locator("dl > div")
    .filter({ has: page.getByText(name, { exact: true }) })
    .getByRole("definition");

/** The tokens in a text, such as 1,200.5 in "1,200.5 tokens". */
export async function tokensIn(text: Locator): Promise<number> {
  const found = /[\d,]+(\.\d+)?/.exec((await text.textContent()) ?? "");
  if (found === null) throw new Error(`no number in ${await text.textContent()}`);
  return Number(found[0].replaceAll(",", ""));
}

/** What a person's balance is, to the hundredth; the header shows whole tokens. */
export async function wallet(page: Page): Promise<number> {
  const { balance } = (await (await page.request.get("/api/users/me")).json()).data;
  return balance;
}

/** Waits until the header shows this balance, of which it leaves the hundredths out. */
export async function expectBalance(page: Page, amount: number) {
  await expect(balance(page, Math.floor(amount).toLocaleString("en-US"))).toBeVisible();
  expect(await wallet(page)).toBeCloseTo(amount, 2);
}

/** An amount as texts write it. */
export const tokens = (amount: number): string =>
  amount.toLocaleString("en-US", { minimumFractionDigits: Number.isInteger(amount) ? 0 : 2, maximumFractionDigits: 2 });

/** Waits until what a page plays is not silent. */
export async function expectHeard(page: Page) {
  const loudest = () =>
    page.evaluate(async () => {
      const sounding = [...document.querySelectorAll<HTMLMediaElement>("audio, video")]
        .filter(({ paused, muted }) => !paused && !muted)
        .map(({ srcObject }) => srcObject)
        .find((stream) => stream instanceof MediaStream && stream.getAudioTracks().length > 0);
      if (!(sounding instanceof MediaStream)) return 0;
      const context = new AudioContext();
      const analyser = new AnalyserNode(context, { fftSize: 2048 });
      context.createMediaStreamSource(sounding).connect(analyser);
      const samples = new Float32Array(analyser.fftSize);
      let loud = 0;
      for (const until = Date.now() + 3000; Date.now() < until && loud < 0.01; ) {
        await new Promise(requestAnimationFrame);
        analyser.getFloatTimeDomainData(samples);
        loud = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), loud);
      }
      await context.close();
      return loud;
    });
  await expect.poll(loudest, { message: "there is sound", timeout: 60_000 }).toBeGreaterThan(0.01);
}
