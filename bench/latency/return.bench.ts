import { filmClock, readClocks, seenBy } from "../../e2e/clock";
import { choosesWay, wayOf } from "../../e2e/player";
import { answers, asksToBePrivate, goesLive } from "../../e2e/shows";
import { expect, type Page, test } from "../../e2e/test";

const runs = Number(process.env.RUNS ?? 3);
const apart = 6_000; // milliseconds of private show: longer than what a page takes for a hiccup
const within = { timeout: 60_000 };

/** From the moment she presses "Back to public" until her picture is back with each viewer, and from when she is live. */
test("public again after a private show", async ({ site, visit }) => {
  test.setTimeout(900_000);
  const nova = await visit({ as: site.person("performer", "NovaRay") });
  const tom = await visit({ as: site.person("user", "dmoreau") });
  await filmClock(nova.context(), { width: 640, height: 360, rate: 30 });
  await goesLive(nova, "What time is it?");
  const viewers: Record<string, Page[]> = { webrtc: [await visit(), await visit()], hls: [await visit()] };
  for (const [way, label] of [["webrtc", "Instant"], ["hls", "Steady, a second later"]] as const) {
    for (const page of viewers[way] ?? []) {
      await readClocks(page.context());
      await page.goto("/room/NovaRay");
      await choosesWay(page, "Nova Ray", label);
      await expect.poll(() => wayOf(page, "Nova Ray"), within).toBe(way);
      await expect.poll(async () => (await seenBy(page)).frames, within).toBeGreaterThan(0);
    }
  }

  const waits: Record<string, { pressed: number; live: number }[]> = { webrtc: [], hls: [] };
  for (let run = 0; run < runs; run++) {
    await tom.goto("/room/NovaRay");
    await asksToBePrivate(tom);
    await answers(nova, "dmoreau", "Accept");
    await nova.getByRole("button", { name: "End the show" }).waitFor(within);
    await nova.waitForTimeout(apart);
    await nova.getByRole("button", { name: "End the show" }).click();
    await nova.getByRole("button", { name: "End the show now" }).click();
    const back = nova.getByRole("link", { name: /^Back to public/ });
    await back.waitFor(within);
    const began = nova.waitForResponse((answer) => answer.url().endsWith("/api/streaming/live") && answer.ok(), within);
    const pressed = Date.now();
    await back.click();
    await began;
    const live = Date.now();
    for (const [way, pages] of Object.entries(viewers)) {
      for (const page of pages) {
        await expect.poll(async () => (await seenBy(page)).back, within).toBeGreaterThan(pressed);
        const seen = (await seenBy(page)).back;
        waits[way]?.push({ pressed: seen - pressed, live: seen - live });
      }
    }
  }
  const rows = ["| way | returns | p50 after the press | slowest | p50 after she is live | slowest |", "|---|---:|---:|---:|---:|---:|"];
  for (const [way, list] of Object.entries(waits)) {
    const of = (name: "pressed" | "live") => list.map((wait) => wait[name]).sort((a, b) => a - b);
    const [pressed, live] = [of("pressed"), of("live")];
    const middle = Math.floor((list.length - 1) / 2);
    rows.push(`| ${way} | ${list.length} | ${pressed[middle]} ms | ${pressed.at(-1)} ms | ${live[middle]} ms | ${live.at(-1)} ms |`);
  }
  console.log(rows.join("\n"));
});
