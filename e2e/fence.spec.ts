import { filmClock, readClocks, seenBy } from "./clock";
import { Hoard, refusals } from "./clockHoard";
import { choosesWay, isBlank, wayOf } from "./player";
import { answers, asksToBePrivate, goesLive } from "./shows";
import { expect, type Page, test } from "./test";

const name = "Nova Ray";
const room = "/room/NovaRay";
const crowd = 3; // by each way

/** After that much of the private show nobody outside may have seen any of it. */
const allowed = 1000;
const watched = 10_000;

// Nine pages share two cores with the site: what a page does takes longer there.
test.use({ actionTimeout: 90_000 });
const slowly = { timeout: 150_000 };

/** Nobody at this page hears what the site tells: what it shows is what the media alone lets it. */
async function deafen(page: Page) {
  await page.route(/\/socket\.io\//, (route) => route.abort());
  await page.routeWebSocket(/\/socket\.io\//, (socket) => socket.close());
}

test("nobody outside sees a frame a second after she went private", async ({ site, visit }) => {
  test.setTimeout(1_200_000);
  const nova = site.person("performer", "NovaRay");
  const tom = site.person("user", "dmoreau");
  const [desk, phone, member] = await Promise.all([visit({ as: nova }), visit({ as: nova }), visit({ as: tom })]);
  const outside = { webrtc: await seats(await visit()), hls: await seats(await visit()) };
  const everybody = [...outside.webrtc, ...outside.hls];

  await test.step("she is live at her desk, which hears nothing of what follows", async () => {
    await deafen(desk);
    for (const page of [desk, phone, member]) await page.setViewportSize({ width: 1024, height: 600 });
    for (const page of [desk, phone]) await filmClock(page.context(), { width: 320, height: 180, rate: 5 });
    for (const page of [phone, member]) await readClocks(page.context());
    await goesLive(desk, "What time is it?");
    await phone.goto("/");
  });

  await test.step("three watch by WebRTC and three by HLS; one of each hears nothing either", async () => {
    for (const [way, label] of [["webrtc", "Instant"], ["hls", "Steady, a second later"]] as const) {
      await deafen(outside[way][0]);
      for (const page of outside[way]) {
        await page.goto(room);
        await choosesWay(page, name, label);
        await page.setViewportSize({ width: 320, height: 240 }); // less to paint
      }
      for (const page of outside[way]) {
        await expect.poll(() => wayOf(page, name), slowly).toBe(way);
        await expectTime(page);
      }
    }
    await member.goto(room);
  });

  const hoard = new Hoard(await hlsAddress(outside.hls[0]));
  const accepted = await test.step("a member asks, and she accepts on her phone", async () => {
    hoard.start();
    await asksToBePrivate(member);
    const answer = phone.waitForResponse((response) => /private-chat\/[^/]+\/accept/.test(response.url()));
    await answers(phone, tom.username, "Accept");
    await (await answer).finished();
    const { startTime, responseStart } = (await answer).request().timing();
    return Math.round(startTime + responseStart);
  });

  await test.step("the two are private for ten seconds", async () => {
    await expect
      .poll(async () => (await seenBy(member)).newest, { timeout: 90_000 })
      .toBeGreaterThan(accepted + watched);
  });

  await test.step("nobody outside has seen any of it, nor been given any of it", async () => {
    await hoard.stop();
    const late = { webrtc: 0, hls: 0, served: hoard.newest() - accepted };
    for (const way of ["webrtc", "hls"] as const) {
      const newest = await Promise.all(outside[way].map(async (page) => (await seenBy(page)).newest - accepted));
      late[way] = Math.max(...newest);
    }
    console.log(`newest frame after the accept, in ms: ${JSON.stringify(late)}`);
    for (const [way, ms] of Object.entries(late)) expect.soft(ms, `the last frame by ${way}`).toBeLessThan(allowed);
    expect.soft(refusals, "what the list answers").toContain(hoard.status);
    const statuses = new Set(await hoard.askAgain());
    expect([...statuses].filter((status) => !refusals.includes(status)), "pieces still served").toEqual([]);
    for (const page of [...outside.webrtc.slice(1), ...outside.hls.slice(1)]) {
      await expect(page.getByText(`${name} is in a private show`)).toBeVisible();
      await expect(page.locator("img[src='/private.png']")).toBeVisible();
    }
    for (const page of everybody) expect(await isBlank(page, name), "nothing is left on screen").toBe(true);
    await expect(desk.getByText("You are in a private show")).toBeVisible(); // shown out, it asked why
  });

  await test.step("she ends it and is public again; everybody is back by themselves", async () => {
    await phone.getByRole("button", { name: "End the show" }).click();
    await phone.getByRole("button", { name: "End the show now" }).click();
    await phone.getByRole("link", { name: /^Back to public/ }).click();
    await expect(phone.getByRole("button", { name: "End show" })).toBeVisible({ timeout: 60_000 });
    const live = Date.now();
    const waits: Record<string, number[]> = { webrtc: [], hls: [] };
    for (const way of ["webrtc", "hls"] as const) {
      for (const page of outside[way]) {
        await expect.poll(async () => (await seenBy(page)).back, slowly).toBeGreaterThan(accepted + watched);
        waits[way]?.push((await seenBy(page)).back - live);
        expect.soft(await wayOf(page, name), "the way they chose").toBe(way);
      }
    }
    console.log(`back on screen after she was live, in ms: ${JSON.stringify(waits)}`);
    for (const page of everybody) await expectTime(page);
  });
});

/** Several tabs of one guest. */
async function seats(first: Page) {
  await readClocks(first.context());
  const pages: [Page, ...Page[]] = [first];
  while (pages.length < crowd) pages.push(await first.context().newPage());
  for (const page of pages) await page.setViewportSize({ width: 1024, height: 360 });
  return pages;
}

/** Waits until a page shows what is filmed now. */
async function expectTime(page: Page) {
  const now = Date.now();
  await expect.poll(async () => (await seenBy(page)).newest, slowly).toBeGreaterThan(now);
}

/** An address beside the list that a page plays. */
function hlsAddress(page: Page): Promise<string> {
  return page.evaluate(() => {
    const found = performance.getEntriesByType("resource").findLast(({ name }) => name.includes("/hls/"));
    if (found === undefined) throw new Error("this page has asked for no HLS");
    return found.name;
  });
}
