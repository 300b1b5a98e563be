import { picture } from "./room";
import { expect, expectMoving, input, type Page, test } from "./test";

test("a performer goes live on two devices: she is asked, and her viewers stay", async ({ site, visit }) => {
  test.setTimeout(240_000);
  const nova = site.person("performer", "NovaRay");
  const [desk, guest] = await Promise.all([visit({ as: nova }), visit()]);
  const firstCard = guest.getByRole("region", { name: "Rooms" }).getByRole("article").first();

  await test.step("her card moves to the front of a page that is open", async () => {
    await guest.goto("/");
    await expect(firstCard).toBeVisible();
    await expect(firstCard).not.toContainText("Nova Ray");
    await desk.goto("/live");
    await input(desk, "Title").fill("Two devices");
    await desk.getByRole("button", { name: "Go live", exact: true }).click({ timeout: 60_000 }); // once there is a picture
    await expect(desk.getByRole("button", { name: "End show" })).toBeVisible({ timeout: 60_000 });
    await expect(firstCard.getByRole("link", { name: "Nova Ray is live" })).toBeVisible();
    await expect(firstCard).toContainText("Two devices");
    await firstCard.getByRole("link").click();
    await expect(guest).toHaveURL("/room/NovaRay");
    await expectMoving(picture(guest, "Nova Ray"));
  });

  const couch = await visit({ as: nova });
  const question = couch.getByRole("dialog", { name: "You are live on another device" });
  await test.step("the other device shows the show that runs, and may fetch it", async () => {
    await couch.goto("/live");
    await expect(couch.getByRole("heading", { name: "Two devices" })).toBeVisible();
    await couch.getByRole("button", { name: "Broadcast from here instead" }).click();
    await couch.getByRole("button", { name: "Move my show here" }).click();
    await expect(question).toBeVisible();
    await couch.getByRole("button", { name: "Leave it there" }).click();
    await expect(question).toHaveCount(0);
    await expectSending(desk);
    await expectMoving(picture(guest, "Nova Ray"));
  });

  await test.step("moved, it is sent from there alone", async () => {
    await couch.getByRole("button", { name: "Move my show here" }).click();
    await couch.getByRole("button", { name: "Move it here" }).click();
    await expectSending(couch);
    await expect(desk.getByRole("button", { name: "Broadcast from here instead" })).toBeVisible();
    await expect(desk.locator("main video")).toHaveCount(0); // her camera there is off
    await expectMoving(picture(guest, "Nova Ray"));
    await expect(guest.getByText("Two devices").first()).toBeVisible(); // the same show
  });

  await test.step("its end is the end on both", async () => {
    await couch.getByRole("button", { name: "End show" }).click();
    await couch.getByRole("button", { name: "End the show" }).click();
    await expect(couch.getByRole("heading", { name: "That was your show" })).toBeVisible();
    await expect(desk.getByRole("heading", { name: "Your show has ended" })).toBeVisible();
    await expect(desk.getByText("It was ended from another device.")).toBeVisible();
    await expect(guest.getByText("Nova Ray has ended the show")).toBeVisible();
    await guest.goBack();
    await expect(guest.getByRole("link", { name: "Nova Ray is offline" }).first()).toBeVisible();
  });
});

/** Her own picture is on the stage here, from this camera. */
async function expectSending(page: Page) {
  await expect(page.getByRole("button", { name: "End show" })).toBeVisible({ timeout: 60_000 });
  await expectMoving(page.locator("main video"));
}
