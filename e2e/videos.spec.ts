import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, input, type Page, test } from "./test";

let folder = "";
let clip = "";

// Ten seconds, and behind them bytes that no player looks at: so there is something to send.
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "limelight-clip-"));
  clip = join(folder, "a day at sea.mp4");
  const made = spawnSync(
    "ffmpeg",
    [
      ...["-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=25:d=10"],
      ...["-f", "lavfi", "-i", "sine=f=300:d=10", "-c:v", "libx264", "-preset", "ultrafast"],
      ...["-pix_fmt", "yuv420p", "-c:a", "aac", clip],
    ],
    { encoding: "utf8" },
  );
  expect(made.stderr).toBe("");
  writeFileSync(clip, Buffer.alloc(80_000_000), { flag: "a" });
});

test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a performer uploads a video over a bad line and a reload, sees its progress, and submits it", async ({
  site,
  visit,
}) => {
  test.setTimeout(300_000);
  const nova = await visit({ as: site.person("performer", "NovaRay") });
  const line = await lineOf(nova);

  await test.step("she begins one; what is no video is refused at once", async () => {
    await nova.goto("/account/performer/videos");
    await nova.getByRole("button", { name: "New video" }).click();
    await input(nova, "Title").fill("A day at sea");
    await input(nova, "Price").fill("35");
    await nova.getByRole("button", { name: "Create", exact: true }).click();
    await expect(nova.getByRole("heading", { name: "A day at sea" })).toBeVisible();
    await nova
      .getByLabel("Add the video")
      .setInputFiles({ name: "me.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") });
    await expect(nova.getByText(/You can only upload mp4/)).toBeVisible();
    await expect(nova.getByRole("button", { name: "Submit for review" })).toBeDisabled();
  });

  await test.step("the line breaks, and the upload goes on where it was", async () => {
    await line({ uploadThroughput: 4_000_000 });
    await nova.getByLabel("Add the video").setInputFiles(clip);
    await expect(nova.getByText(/ left$/)).toBeVisible();
    await line({ offline: true });
    await expect(nova.getByText(/the connection is lost/)).toBeVisible();
    await line({ uploadThroughput: 4_000_000 });
    await expect(nova.getByText(/ left$/)).toBeVisible({ timeout: 40_000 });
  });

  await test.step("after a reload the same file, and no other, goes on with it", async () => {
    nova.once("dialog", (question) => question.accept());
    await nova.reload();
    await expect(nova.getByText(/are here\. Choose the file again/)).toBeVisible();
    const again = nova.getByLabel("Choose a day at sea.mp4 again");
    await again.setInputFiles({ name: "other.mp4", mimeType: "video/mp4", buffer: Buffer.from("x") });
    await expect(nova.getByText(/This is another file/)).toBeVisible();
    await line({});
    await again.setInputFiles(clip);
  });

  await test.step("it is prepared, and gets its thumbnail", async () => {
    await expect(nova.getByText("Video of 0:10")).toBeVisible({ timeout: 120_000 });
    await expect(nova.getByRole("img", { name: "The thumbnail" })).toBeVisible({ timeout: 30_000 });
    await expect(nova.getByRole("button", { name: "Watch the video" })).toBeVisible();
  });

  await test.step("she says who is to be seen, and it waits", async () => {
    await nova.getByRole("button", { name: "Submit for review" }).click();
    const dialog = nova.getByRole("dialog", { name: "Submit this video" });
    await dialog.getByText("Only me").click();
    for (const box of await dialog.getByRole("checkbox").all()) await box.check();
    await dialog.getByRole("button", { name: "Confirm and submit" }).click();
    await expect(nova.getByRole("region", { name: "State" })).toContainText("In review");
  });
});

/** Sets the page's line; what is not named is as good as it gets. */
async function lineOf(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  return (to: { offline?: boolean; uploadThroughput?: number }) =>
    session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
      ...to,
    });
}
