import { seriousFindings } from "./axe";
import { clip, refunds, sells, wallet } from "./store";
import { expect, type Locator, type Page, test, toast } from "./test";

const title = "An hour in the garden, shortened";
const trailerTitle = `Trailer of “${title}”`;

/** The longest wait for what a video is made into, while other stories take the processor. */
const making = 300_000;

const player = (page: Page, name: string): Locator => page.getByRole("region", { name: `Video player: ${name}` });

/** Where the picture of a page is, in seconds; undefined while there is none. */
function at(page: Page): Promise<number | undefined> {
  return page.evaluate(() => document.querySelector<HTMLVideoElement>("main video")?.currentTime);
}

/** Begins to play, by the player's own button. */
async function plays(page: Page, name: string) {
  await player(page, name).getByRole("button", { name: "Play", exact: true }).last().click();
}

test("a video from its upload to its refund: bought on a phone, gone on with at a desk", async ({ site, visit }) => {
  test.setTimeout(600_000);
  const nova = await visit({ as: site.person("performer", "NovaRay") });
  const ada = await visit({ as: site.person("admin") });
  const id = await test.step("she uploads it with a trailer, and staff let it be sold", async () => {
    const made = await uploads(nova);
    await sells(nova, ada, "videos", made);
    return made;
  });
  const lucien = site.person("user", "lucien");
  const phone = await visit({ as: lucien, phone: true });
  const asked = watched(phone);
  const before = await wallet(phone);

  await test.step("a member finds it on a phone, watches the trailer, and buys it by one question", async () => {
    await phone.goto(`/cams?q=${encodeURIComponent("garden shortened")}&in=videos`);
    await expect(phone.getByText("Length 1:00")).toBeAttached();
    await phone.getByRole("link", { name: title }).click();
    await expect(player(phone, trailerTitle)).toBeVisible();
    await plays(phone, trailerTitle);
    await expect.poll(() => at(phone)).toBeGreaterThan(0.5);
    expect.soft(await seriousFindings(phone), "the page before it is bought").toEqual([]);
    await phone.keyboard.press("k");
    await phone.getByRole("button", { name: "Buy the video" }).click();
    const question = phone.getByRole("dialog", { name: "Buy this video?" });
    await expect(question.getByText("Nova Ray · 1:00")).toBeVisible();
    await question.getByRole("button", { name: "Buy for 25 tokens" }).dblclick();
    await expect(toast(phone, `“${title}” is yours.`)).toBeVisible();
    expect(await wallet(phone)).toBe(before - 25);
    await expect(player(phone, trailerTitle)).toBeVisible();
    expect(asked.of("video")).toEqual([]); // what is not watched yet can be undone
  });

  await test.step("watches it, and leaves it in the middle", async () => {
    await phone.getByRole("button", { name: "Watch it now" }).click();
    await expect(player(phone, title)).toBeVisible();
    await expect.poll(() => at(phone)).toBeGreaterThan(0.5);
    expect.soft(await seriousFindings(phone), "the page while it plays").toEqual([]);
    await phone.keyboard.press("5");
    await expect.poll(() => at(phone)).toBeGreaterThan(30);
    const kept = phone.waitForResponse((answer) => answer.url().endsWith(`/videos/${id}/position`) && answer.ok());
    await phone.keyboard.press("k");
    await kept;
  });

  const desk = await visit({ as: lucien });
  await test.step("goes on at a desk where it was, and was counted once", async () => {
    await desk.goto("/account/user/purchased-video");
    expect.soft(await seriousFindings(desk), "the library").toEqual([]);
    const begun = desk.getByRole("region", { name: "Continue watching" });
    await expect(begun.getByRole("progressbar", { name: `Watched of “${title}”` })).toBeVisible();
    await begun.getByRole("link", { name: title }).click();
    await expect(desk.getByText(/Goes on at 0:3\d/)).toBeVisible();
    await expect(desk.getByText("1 view")).toBeVisible();
    await plays(desk, title);
    await expect.poll(() => at(desk)).toBeGreaterThan(31);
    await expect.poll(() => views(desk, id)).toBe(1);
  });

  await test.step("a second member and a guest get the trailer alone", async () => {
    const eve = await visit({ as: site.person("user", "sable77") });
    const guest = await visit();
    for (const page of [eve, guest]) {
      await page.goto(`/video/${id}`);
      await expect(player(page, trailerTitle)).toBeVisible();
      expect(await playback(page, id, "trailer")).toBe(200);
      expect(await playback(page, id, "video")).toBe(404);
    }
    await guest.getByRole("button", { name: "Buy the video" }).click();
    await expect(guest.getByText(`Log in to buy “${title}”.`)).toBeVisible();
  });

  await test.step("a refund takes the picture from both screens, and every address of it", async () => {
    const addresses = asked.segments();
    expect(addresses.length).toBeGreaterThan(0);
    expect(await statuses(phone, addresses)).toEqual([200]);
    await refunds(ada, phone, "video");
    for (const page of [phone, desk]) {
      await expect(player(page, title)).toBeHidden();
      await expect(page.getByText(/You can no longer watch this video/)).toBeVisible();
      await expect(page.getByRole("button", { name: "Buy the video" })).toBeVisible();
    }
    expect.soft(await seriousFindings(desk), "the page without it").toEqual([]);
    expect(await playback(phone, id, "video")).toBe(404);
    await expect.poll(() => statuses(phone, addresses)).toEqual([404]);
    await expect.poll(() => wallet(phone)).toBe(before);
  });
});

/** Sends a video with a trailer in one form, and waits until both can be watched. Answers its id. */
async function uploads(page: Page): Promise<string> {
  const answer = await page.request.post("/api/performer/performer-assets/videos", {
    multipart: { title, price: "25", description: "With birds.", video: clip(60), trailer: clip(8) },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  const { _id } = (await answer.json()).data;
  await expect
    .poll(() => states(page, _id), { timeout: making, intervals: [1000] })
    .toEqual([true, true]);
  return _id;
}

/** Whether each file of a video can be watched. */
async function states(page: Page, id: string): Promise<boolean[]> {
  const answer = await page.request.get(`/api/performer/performer-assets/videos/${id}/view`);
  const media: { state?: { status: string } }[] = (await answer.json()).data.media;
  return media.map(({ state }) => state?.status === "playable" || state?.status === "done");
}

/** What a page asks for of videos. */
function watched(page: Page) {
  const addresses: URL[] = [];
  page.on("request", (request) => {
    const address = new URL(request.url());
    if (/\/playback$|^\/media\/videos\//.test(address.pathname)) addresses.push(address);
  });
  return {
    of: (part: string) => addresses.filter(({ searchParams }) => searchParams.get("part") === part),
    /** Of the video itself, since it was asked for. */
    segments() {
      const from = addresses.findIndex(({ searchParams }) => searchParams.get("part") === "video");
      return addresses.slice(from).filter(({ pathname }) => pathname.endsWith(".m4s"));
    },
  };
}

/** How a browser is answered at these addresses, each answer once. */
async function statuses(page: Page, addresses: readonly URL[]): Promise<number[]> {
  const answers = await Promise.all(addresses.map(({ pathname }) => page.request.get(pathname)));
  return [...new Set(answers.map((answer) => answer.status()))];
}

async function playback(page: Page, id: string, part: string): Promise<number> {
  return (await page.request.get(`/api/user/performer-assets/videos/${id}/playback?part=${part}`)).status();
}

async function views(page: Page, id: string): Promise<number> {
  return (await (await page.request.get(`/api/user/performer-assets/videos/${id}/view`)).json()).data.video.numViews;
}
