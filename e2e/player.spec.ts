import { choosesWay, wayOf } from "./player";
import { picture } from "./room";
import { goesLive } from "./shows";
import { expect, expectMoving, type Page, test } from "./test";

const name = "Serena Fox";

test("the player on a phone: controls by tap, sound kept, a lock screen, a camera that is off", async ({ site, visit }) => {
  const serena = await visit({ as: site.person("performer", "SerenaFox") });
  await goesLive(serena, "Behind the counter");
  const eve = await visit({ phone: true });
  await eve.goto("/room/SerenaFox");
  await expectMoving(picture(eve, name));
  await expect(eve.getByText("LIVE", { exact: true })).toBeVisible();

  await test.step("a tap brings the controls, and they go by themselves", async () => {
    await expect(controls(eve)).toHaveCSS("opacity", "0");
    await taps(eve);
    await expect(controls(eve)).toHaveCSS("opacity", "1");
    await expect(controls(eve).getByRole("button", { name: "Full screen" })).toBeVisible();
    await expect(controls(eve)).toHaveCSS("opacity", "0");
  });

  await test.step("sound is kept over a reload, and so is silence", async () => {
    await eve.getByRole("button", { name: "Tap for sound" }).tap();
    await eve.reload();
    await expectMoving(picture(eve, name));
    await expect(eve.getByRole("button", { name: "Tap for sound" })).toHaveCount(0);
    await taps(eve);
    await controls(eve).getByRole("button", { name: "Mute", exact: true }).tap();
    await eve.reload();
    await expect(eve.getByRole("button", { name: "Tap for sound" })).toBeVisible();
  });

  await test.step("what a lock screen stopped goes on when the page is seen again", async () => {
    await expectMoving(picture(eve, name));
    await picture(eve, name).evaluate((element) => element instanceof HTMLVideoElement && element.pause());
    await expect(eve.getByRole("button", { name: "Play the live picture" })).toBeVisible();
    await expect(eve.getByText("LIVE", { exact: true })).toHaveCount(0);
    await eve.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    await expect(eve.getByRole("button", { name: "Play the live picture" })).toHaveCount(0);
    await expectMoving(picture(eve, name));
  });

  await test.step("her camera goes off and on: the player says so by either way, and shows nothing of before", async () => {
    const tom = await visit();
    await tom.goto("/room/SerenaFox");
    await expectMoving(picture(tom, name));
    await choosesWay(tom, name, "Steady, a second later");
    await expect.poll(() => wayOf(tom, name), { timeout: 60_000 }).toBe("hls");
    await expectMoving(picture(tom, name));
    await serena.getByRole("button", { name: "Turn camera off" }).click();
    for (const page of [eve, tom]) {
      await expect(page.getByText(`${name}'s camera is off`)).toBeVisible();
      await expect(page.getByText("LIVE", { exact: true })).toHaveCount(0);
      await expect(picture(page, name)).toHaveCSS("opacity", "0");
    }
    await serena.getByRole("button", { name: "Turn camera on" }).click();
    for (const page of [eve, tom]) {
      await expectMoving(picture(page, name));
      await expect(page.getByText("LIVE", { exact: true })).toBeVisible();
    }
  });
});

const controls = (page: Page) => page.getByRole("group", { name: "Player controls" });

/** A tap on the picture, where nothing lies over it. */
const taps = (page: Page) => page.touchscreen.tap(195, 420);
