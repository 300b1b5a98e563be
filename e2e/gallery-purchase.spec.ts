import { seriousFindings } from "./axe";
import { balance } from "./room";
import { refunds, wallet } from "./store";
import { expect, expectClosed, input, type Locator, type Page, test, toast } from "./test";

const drawing = (name: string) => new URL(`../demo/media/performers/${name}.jpg`, import.meta.url).pathname;

/** Titles that no gallery of the demo has. */
const kept = "An evening by the window";
const undone = "Two minutes too long";

const question = (page: Page): Locator => page.getByRole("dialog", { name: "Buy this gallery?" });

/** Every size of a photo but its blur, as the server answers this browser. */
async function sizesOf(page: Page, photoId: string): Promise<number[]> {
  const sizes = ["card.webp", "page.webp", "full.webp", "full.jpg"];
  return Promise.all(sizes.map(async (size) => (await page.request.get(`/files/photos/${photoId}/${size}`)).status()));
}

test("a gallery from its upload to its refund: only who bought it gets a photo", async ({ site, visit }) => {
  test.setTimeout(300_000);
  const nova = await visit({ as: site.person("performer", "NovaRay") });
  const ada = await visit({ as: site.person("admin") });
  const [id, other] = await test.step("she uploads two, and staff let them be sold", async () => {
    const ids = [await uploads(nova, kept, "30"), await uploads(nova, undone, "20")] as const;
    await approve(ada, ids);
    return ids;
  });

  const tom = await visit({ as: site.person("user", "lucien"), phone: true });
  const before = await wallet(tom);
  await test.step("a member finds it on a phone, blurred, and buys it by one question", async () => {
    await tom.goto(`/cams?q=${encodeURIComponent("evening window")}&in=galleries`);
    await tom.getByRole("link", { name: kept }).click();
    await expect(tom.getByRole("heading", { level: 1, name: kept })).toBeVisible();
    await expect(tom.getByText("to see once it is yours")).toBeVisible();
    expect(await shown(tom)).toEqual(["blur.webp"]);
    expect.soft(await seriousFindings(tom), "the locked page").toEqual([]);
    await tom.getByRole("button", { name: "Buy the gallery" }).click();
    await expect(question(tom).getByText("Nova Ray · 2 photos")).toBeVisible();
    expect.soft(await seriousFindings(tom), "the question").toEqual([]);
    await question(tom).getByRole("button", { name: "Buy for 30 tokens" }).dblclick();
    await expect(toast(tom, `“${kept}” is yours.`)).toBeVisible();
    expect(await wallet(tom)).toBe(before - 30);
  });

  const photoIds = await test.step("looks at the photos, on the whole screen", async () => {
    expect(await shown(tom)).toEqual(["blur.webp"]); // what is not opened yet can be undone
    await tom.getByRole("button", { name: "Open the photos" }).click();
    await tom.getByRole("button", { name: "Open photo 1 of 2" }).click();
    const viewer = tom.getByRole("dialog", { name: `Photos of “${kept}”` });
    await expect(viewer.getByText("1 / 2")).toBeVisible();
    await tom.keyboard.press("ArrowRight");
    await expect(viewer.getByText("2 / 2")).toBeVisible();
    expect.soft(await seriousFindings(tom), "the viewer").toEqual([]);
    await tom.goBack();
    await expect(viewer).toBeHidden();
    await expect(tom.getByRole("button", { name: "Open photo 2 of 2" })).toBeFocused();
    await expect(tom).toHaveURL(`/gallery/${id}`);
    const answer = await tom.request.get(`/api/user/performer-assets/photos/${id}/search`);
    const ids: string[] = (await answer.json()).data.data.map(({ _id }: { _id: string }) => _id);
    expect(await sizesOf(tom, ids[0] ?? "")).toEqual([200, 200, 200, 200]);
    return ids;
  });

  await test.step("another one is undone at once, from the message that told of it", async () => {
    await tom.goto(`/gallery/${other}`);
    await tom.getByRole("button", { name: "Buy the gallery" }).click();
    await question(tom).getByRole("button", { name: "Buy for 20 tokens" }).click();
    await toast(tom, `“${undone}” is yours.`).getByRole("button", { name: "Undo" }).click();
    await expect(toast(tom, "Undone. 20 tokens are back in your wallet.")).toBeVisible();
    await expect(tom.getByRole("button", { name: "Buy the gallery" })).toBeVisible();
    expect(await wallet(tom)).toBe(before - 30);
  });

  await test.step("what is owned is in one place", async () => {
    await tom.goto("/account/user/purchased-gallery");
    await expect(tom.getByRole("link", { name: kept })).toBeVisible();
    await expect(tom.getByRole("link", { name: undone })).toHaveCount(0);
    expect.soft(await seriousFindings(tom), "the library").toEqual([]);
  });

  await test.step("a second member and a guest get no photo", async () => {
    const eve = await visit({ as: site.person("user", "sable77") });
    const guest = await visit();
    for (const page of [eve, guest]) {
      await page.goto(`/gallery/${id}`);
      await expect(page.getByText("to see once it is yours")).toBeVisible();
      expect(await shown(page)).toEqual(["blur.webp"]);
      for (const photoId of photoIds) expect(await sizesOf(page, photoId)).toEqual([404, 404, 404, 404]);
    }
    await guest.getByRole("button", { name: "Buy the gallery" }).click();
    await expect(guest.getByText(`Log in to buy “${kept}”.`)).toBeVisible();
  });

  await test.step("a refund locks what is on screen, the open photo too", async () => {
    await tom.goto(`/gallery/${id}`);
    await tom.getByRole("button", { name: "Open photo 1 of 2" }).click();
    await expect(tom.getByRole("dialog", { name: `Photos of “${kept}”` })).toBeVisible();
    await refunds(ada, tom, "gallery");
    await expect(tom.getByRole("dialog", { name: `Photos of “${kept}”` })).toBeHidden();
    await expect(tom.getByText("to see once it is yours")).toBeVisible();
    expect(await shown(tom)).toEqual(["blur.webp"]);
    const gone = photoIds.flatMap(() => [404, 404, 404, 404]);
    const seen = async () => (await Promise.all(photoIds.map((photoId) => sizesOf(tom, photoId)))).flat();
    await expect.poll(seen, { timeout: 5_000 }).toEqual(gone); // so soon an access ends
    await expect.poll(() => wallet(tom)).toBe(before);
  });
});

test("what two tabs buy is paid once, and opens in both", async ({ site, visit }) => {
  const nova = await visit({ as: site.person("performer", "NovaRay") });
  const ada = await visit({ as: site.person("admin") });
  const title = "Bought in two tabs";
  const id = await uploads(nova, title, "10");
  await approve(ada, [id]);
  const first = await visit({ as: site.person("user", "wolfhound") });
  const second = await first.context().newPage();
  const before = await wallet(first);
  for (const tab of [first, second]) {
    await tab.goto(`/gallery/${id}`);
    await tab.getByRole("button", { name: "Buy the gallery" }).click();
    await expect(question(tab)).toBeVisible();
  }
  await question(first).getByRole("button", { name: "Buy for 10 tokens" }).click();
  await expect(toast(first, `“${title}” is yours.`)).toBeVisible();
  await question(second).getByRole("button", { name: "Buy for 10 tokens" }).click();
  await expect(toast(second, `“${title}” is yours already.`)).toBeVisible();
  expect(await wallet(first)).toBe(before - 10);
  await expect(balance(first, Math.floor(before - 10).toLocaleString("en-US"))).toBeVisible();
});

/** Begins a gallery with two photos, and submits it. Answers its id. */
async function uploads(page: Page, title: string, price: string): Promise<string> {
  await page.goto("/account/performer/galleries");
  await page.getByRole("button", { name: "New gallery" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New gallery" });
  await input(dialog, "Title").fill(title);
  await input(dialog, "Price").fill(price);
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await page.locator("input[type=file]").first().setInputFiles([drawing("NovaRay-portrait"), drawing("NovaRay-wide")]);
  await page.getByRole("button", { name: "Submit for review" }).click();
  const people = page.getByRole("dialog", { name: "Submit 2 photos" });
  await people.getByText("Only me", { exact: true }).click();
  for (const statement of await people.getByRole("checkbox").all()) await statement.check();
  await people.getByRole("button", { name: "Confirm and submit" }).click();
  await expectClosed(people);
  await expect(toast(page, "Submitted. You are told as soon as it is decided.")).toBeVisible();
  return new URL(page.url()).pathname.split("/").at(-1) ?? "";
}

/** Lets what waits be sold, as the queue's page does. */
async function approve(page: Page, ids: readonly string[]) {
  const queue = await page.request.get("/api/admin/asset-reviews?limit=25");
  for (const { _id, version } of (await queue.json()).data.data) {
    if (!ids.includes(_id)) continue;
    const answer = await page.request.post(`/api/admin/asset-reviews/${_id}/approve`, { data: { version } });
    expect(answer.ok(), await answer.text()).toBe(true);
  }
}

/** Which sizes of photos a page shows, each once. */
async function shown(page: Page): Promise<string[]> {
  const sources = await page.locator("main img[src^='/files/photos/']").evaluateAll((all) => all.map((img) => img.getAttribute("src") ?? ""));
  return [...new Set(sources.map((src) => src.split("/").at(-1) ?? ""))];
}
