import { seriousFindings } from "./axe";
import { goesLive, setsUp } from "./shows";
import { expect, expectClosed, expectMoving, expectShown, type Page, test, toast } from "./test";

const title = "Rooftop session";
const own = "/account/performer/recordings";
const shared = "/account/user/recordings";

test("a show is recorded, and watched again by who paid in it, as long as its performer shares it", async ({ site, visit }) => {
  test.setTimeout(240_000);
  const newcomer = await site.newcomer("justlooking");
  const [theo, paying, other] = await Promise.all([
    visit({ as: site.person("performer", "TheoBlack") }),
    visit({ as: site.person("user", "wolfhound"), phone: true }),
    visit({ as: newcomer }),
  ]);

  await test.step("he has his shows recorded, and goes live; a member tips", async () => {
    await theo.goto(own);
    await expect(theo.getByText(/^Recording is off\./)).toBeVisible();
    await setsUp(theo, "Private and group shows", (form) => form.getByRole("switch", { name: "Record my shows" }).click());
    await goesLive(theo, title);
    await paying.goto("/room/TheoBlack");
    await paying.getByRole("button", { name: "Tip", exact: true }).click();
    await paying.getByRole("dialog").getByText("15", { exact: true }).click();
    await paying.getByRole("dialog").getByRole("button", { name: "Send 15 tokens" }).click();
    await expect(toast(paying, "You have tipped")).toBeVisible();
    await expect.poll(() => secondsOf(theo), { message: "some of it is recorded" }).toBeGreaterThan(5);
    await theo.getByRole("button", { name: "End show" }).click();
    await theo.getByRole("button", { name: "End the show" }).click();
    await expect.poll(() => isReady(theo), { message: "it is one file" }).toBe(true);
  });

  const recording = await idOf(theo);
  const asks = (page: Page) => page.request.post(`/api/recordings/${recording}/address`, { data: {} });

  await test.step("nobody but him watches it until he shares it, with the one who tipped", async () => {
    expect((await asks(paying)).status()).toBe(404);
    await theo.goto(own);
    await plays(theo);
    await theo.getByRole("button", { name: `Share ${title}` }).click();
    await theo.getByRole("dialog").getByRole("button", { name: "Share", exact: true }).click();
    await expect(toast(theo, "1 member can watch it now.")).toBeVisible();
    expect.soft(await seriousFindings(theo), "his recordings").toEqual([]);
  });

  const address = await test.step("she is told, and plays it: an MP4 file of which ranges are served", async () => {
    await paying.goto("/notices");
    await paying.getByRole("link", { name: /Theo Black shares a recording with you/ }).click();
    await expect(paying).toHaveURL(shared);
    await expect(paying.getByRole("link", { name: "TheoBlack" })).toBeVisible();
    expect.soft(await seriousFindings(paying), "what is shared with her").toEqual([]);
    const src = await plays(paying);
    const answer = await fetched(src, { Range: "bytes=4-7" });
    expect([answer.status, answer.headers.get("Content-Type"), await answer.text()]).toEqual([206, "video/mp4", "ftyp"]);
    return src;
  });

  await test.step("who did not pay finds nothing, and is refused", async () => {
    await other.goto(shared);
    await expect(other.getByText("No recordings yet")).toBeVisible();
    expect((await asks(other)).status()).toBe(404);
    expect((await (await visit()).request.post(`/api/recordings/${recording}/address`, { data: {} })).status()).toBe(401);
  });

  await test.step("he takes it back: it is gone from her page, and its address is nothing any more", async () => {
    await theo.getByRole("button", { name: `Stop sharing ${title}` }).click();
    await theo.getByRole("dialog").getByRole("button", { name: "Stop sharing" }).click();
    await expect(toast(theo, "Only you can watch it now.")).toBeVisible();
    expect((await fetched(address)).status).toBe(404);
    expect((await asks(paying)).status()).toBe(404);
    await paying.reload();
    await expectShown(paying);
    await expect(paying.getByRole("link", { name: "TheoBlack" })).toHaveCount(0);
  });

  await test.step("he deletes it for good, also for himself", async () => {
    await theo.getByRole("button", { name: `Delete ${title}` }).click();
    await theo.getByRole("dialog").getByRole("button", { name: "Delete for good" }).click();
    await expect(toast(theo, "The recording is deleted.")).toBeVisible();
    await expect(theo.getByText("No recordings yet")).toBeVisible();
    expect((await asks(theo)).status()).toBe(404);
  });

  /** What an address answers to whoever has it, without a login. */
  function fetched(path: string, headers: Record<string, string> = {}) {
    return fetch(new URL(path, site.url), { headers });
  }
});

type Recording = { _id: string; seconds: number; ready: boolean };

async function newest(page: Page): Promise<Recording | undefined> {
  return (await (await page.request.get("/api/streaming/recordings")).json()).data.data[0];
}

const secondsOf = async (page: Page) => (await newest(page))?.seconds ?? 0;
const isReady = async (page: Page) => (await newest(page))?.ready ?? false;
const idOf = async (page: Page) => (await newest(page))?._id ?? "";

/** Plays the recording from a list, and closes it; returns where it was played from. */
async function plays(page: Page): Promise<string> {
  await page.getByRole("button", { name: `Play ${title}` }).click();
  const dialog = page.getByRole("dialog", { name: title });
  const video = dialog.getByLabel(`Recording of ${title}`);
  await expectMoving(video);
  const src = (await video.getAttribute("src")) ?? "";
  expect(src).toMatch(/^\/live\/mp4\/.+\.mp4$/);
  await page.keyboard.press("Escape");
  await expectClosed(dialog);
  return src;
}
