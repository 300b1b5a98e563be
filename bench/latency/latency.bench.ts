import { filmClock, readClocks, seenBy } from "../../e2e/clock";
import { choosesWay, wayOf } from "../../e2e/player";
import { goesLive } from "../../e2e/shows";
import { expect, test } from "../../e2e/test";

const samples = Number(process.env.SAMPLES ?? 200);
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
    const at = (share: number) => `${ages[Math.min(ages.length - 1, Math.floor(ages.length * share))]} ms`;
    rows.push(`| ${way} | ${ages.length} | ${at(0.5)} | ${at(0.95)} | ${at(1)} |`);
  }
  console.log(rows.join("\n"));
});

/** How old frames were when they were shown, from the youngest to the oldest; the first seconds do not count. */
async function agesOf(look: () => ReturnType<typeof seenBy>): Promise<number[]> {
  const settled = Date.now() + 8_000;
  const ages: number[] = [];
  let frames = 0;
  await expect
    .poll(
      async () => {
        const seen = await look();
        if (seen.frames > frames && Date.now() > settled) ages.push(seen.age);
        frames = seen.frames;
        return ages.length;
      },
      { intervals: [100], timeout: 300_000 },
    )
    .toBeGreaterThanOrEqual(samples);
  return ages.sort((a, b) => a - b);
}
