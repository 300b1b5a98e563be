import type { Page, Route } from "@playwright/test";
import { filmClock, readClocks, seenBy } from "../../e2e/clock";
import { choosesWay, wayOf } from "../../e2e/player";
import { goesLive } from "../../e2e/shows";
import { expect, test } from "../../e2e/test";
import { agesOf, share } from "./ages";

const minutes = Number(process.env.MINUTES ?? 0);
const stalls = Number(process.env.STALLS ?? 3);
const stallOf = 3_000;
const live = 1_500; // milliseconds behind the camera: what a viewer by HLS calls live
const picture = { width: 640, height: 360, rate: 30 };

/** From the moment a clock is drawn until a viewer's browser shows that frame: what is between is the product. */
test("glass to glass", async ({ site, visit }) => {
  test.setTimeout(600_000);
  const nova = await visit({ as: site.person("performer", "NovaRay") });
  await filmClock(nova.context(), picture);
  await goesLive(nova, "What time is it?");
  const guest = await visit();
  await readClocks(guest.context());
  await guest.goto("/room/NovaRay");

  const rows = ["| way | frames | p50 | p95 | slowest |", "|---|---:|---:|---:|---:|"];
  for (const [way, label] of [["webrtc", "Instant"], ["hls", "Steady, a second later"]] as const) {
    await choosesWay(guest, "Nova Ray", label);
    await expect.poll(() => wayOf(guest, "Nova Ray"), { timeout: 60_000 }).toBe(way);
    const ages = await agesOf(async () => seenBy(guest));
    const at = (part: number) => `${share(ages, part)} ms`;
    rows.push(`| ${way} | ${ages.length} | ${at(0.5)} | ${at(0.95)} | ${at(1)} |`);
  }
  console.log(rows.join("\n"));
});

/** The same by HLS for so long that a line has its troubles: the playlist and the parts stand still now and then. */
test("glass to glass with stalls", async ({ site, visit }) => {
  test.skip(minutes === 0, "MINUTES=10 STALLS=3 measures it");
  test.setTimeout((minutes + 10) * 60_000);
  const nova = await visit({ as: site.person("performer", "NovaRay") });
  await filmClock(nova.context(), picture);
  await goesLive(nova, "What time is it?");
  const guest = await visit();
  await readClocks(guest.context());
  await guest.goto("/room/NovaRay");
  await choosesWay(guest, "Nova Ray", "Steady, a second later");
  await expect.poll(() => wayOf(guest, "Nova Ray"), { timeout: 60_000 }).toBe("hls");

  const look = () => seenBy(guest);
  const span = (minutes * 60_000) / (stalls + 1);
  const ages = await agesDuring(span, look);
  const backs: number[] = [];
  for (let n = 0; n < stalls; n++) {
    await stall(guest);
    backs.push(await backAfter(look));
    ages.push(...(await agesDuring(span, look)));
  }
  ages.sort((a, b) => a - b);
  const at = (part: number) => `${share(ages, part)} ms`;
  console.log(
    `| hls, ${minutes} min, ${stalls} stalls of ${stallOf} ms | ${ages.length} | ${at(0.5)} | ${at(0.95)} | ${at(1)} | live again after ${backs.join(", ")} ms |`,
  );
});

/** Nothing that HLS asks for is answered for a while. */
async function stall(page: Page) {
  const answered = Date.now() + stallOf;
  const hold = async (route: Route) => {
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, answered - Date.now())));
    await route.continue().catch(() => {}); // the player gave up on it
  };
  await page.route("**/hls/**", hold);
  await new Promise((resolve) => setTimeout(resolve, stallOf));
  await page.unroute("**/hls/**", hold);
}

/** How long it takes until what is shown is live. */
async function backAfter(look: () => ReturnType<typeof seenBy>): Promise<number> {
  const began = Date.now();
  const before = (await look()).frames;
  await expect
    .poll(
      async () => {
        const seen = await look();
        return seen.frames > before && seen.age < live;
      },
      { intervals: [100], timeout: 60_000 },
    )
    .toBe(true);
  return Date.now() - began;
}

async function agesDuring(span: number, look: () => ReturnType<typeof seenBy>): Promise<number[]> {
  const end = Date.now() + span;
  const ages: number[] = [];
  let frames = 0;
  await expect
    .poll(
      async () => {
        const seen = await look();
        if (seen.frames > frames) ages.push(seen.age);
        frames = seen.frames;
        return Date.now() > end;
      },
      { intervals: [100], timeout: span + 60_000 },
    )
    .toBe(true);
  return ages;
}
