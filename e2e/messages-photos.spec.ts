import { expect, type Locator, type Page, test, toast } from "./test";

const thread = (page: Page): Locator => page.getByRole("log", { name: "Chat messages" });
const photosIn = (page: Page) => thread(page).getByRole("button", { name: /^Open the photo of/ });
const drawing = (name: string) => new URL(`../demo/media/performers/${name}.jpg`, import.meta.url).pathname;

test("photos are sent on a phone and looked at on a desktop, until they are deleted", async ({ site, visit }) => {
  test.setTimeout(180_000);
  const member = site.person("user");
  const [tom, nina] = await Promise.all([
    visit({ as: member, phone: true }),
    visit({ as: site.person("performer", "NovaRay") }),
  ]);
  const { data: me } = await (await nina.request.get("/api/users/me")).json();
  await tom.goto(`/messages?toSource=performer&toId=${me._id}`);
  const chosen = tom.getByRole("list", { name: "Photos to send" }).getByRole("listitem");

  await test.step("what is no photo is refused before it is sent", async () => {
    await tom.getByLabel("Photos", { exact: true }).setInputFiles({ name: "me.svg", mimeType: "image/svg+xml", buffer: Buffer.from("<svg/>") });
    await expect(toast(tom, "You can only upload jpg, jpeg, png, webp, gif file!")).toBeVisible();
    await expect(chosen).toHaveCount(0);
  });

  await test.step("chosen photos wait beside the field, also while another page is looked at; one is taken back", async () => {
    await tom.getByLabel("Photos", { exact: true }).setInputFiles([drawing("NovaRay-wide"), drawing("NovaRay-portrait"), drawing("NovaRay-avatar")]);
    await expect(chosen).toHaveCount(3);
    await tom.getByRole("button", { name: "Back to conversations" }).click();
    await tom.getByRole("list", { name: "Conversations" }).getByRole("link").first().click();
    await expect(chosen).toHaveCount(3);
    await tom.getByRole("button", { name: "Remove photo 2" }).click();
    await expect(chosen).toHaveCount(2);
  });

  await test.step("they are sent before the text, and the performer sees them", async () => {
    await tom.getByRole("textbox", { name: "Message", exact: true }).fill("two of them");
    await tom.getByRole("button", { name: "Send message" }).click();
    await expect(photosIn(tom)).toHaveCount(2, { timeout: 30_000 });
    await nina.goto("/messages");
    const row = nina.getByRole("list", { name: "Conversations" }).getByRole("link").first();
    await expect(row).toContainText("two of them");
    await row.click();
    await expect(photosIn(nina)).toHaveCount(2);
    await expect(thread(nina).getByText("two of them")).toBeVisible();
  });

  await test.step("one is pasted, and the other side's list says what it is", async () => {
    await nina.getByRole("textbox", { name: "Message", exact: true }).focus();
    await nina.evaluate(async () => {
      const canvas = new OffscreenCanvas(80, 60);
      canvas.getContext("2d")?.fillRect(0, 0, 80, 60);
      const blob = await canvas.convertToBlob({ type: "image/png" });
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([blob], "image.png", { type: "image/png" }));
      document.activeElement?.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    });
    await expect(nina.getByRole("list", { name: "Photos to send" }).getByRole("listitem")).toHaveCount(1);
    await nina.getByRole("button", { name: "Send message" }).click();
    await expect(photosIn(tom)).toHaveCount(3, { timeout: 30_000 });
    await expect(nina.getByRole("list", { name: "Conversations" }).getByRole("link").first()).toContainText("Photo");
  });

  await test.step("on the whole screen arrows go on, and the way back closes it", async () => {
    await photosIn(nina).first().click();
    const viewer = nina.getByRole("dialog", { name: "Photos of the conversation with" });
    await expect(viewer).toBeVisible();
    await expect(viewer.getByText("1 / 3")).toBeVisible();
    await nina.keyboard.press("ArrowRight");
    await expect(viewer.getByText("2 / 3")).toBeVisible();
    await nina.goBack();
    await expect(viewer).toHaveCount(0);
    await expect(nina).toHaveURL(/\/messages\?/);
  });

  await test.step("a deleted one is gone from both, and its picture from the site", async () => {
    const address = (await photosIn(nina).last().locator("img").getAttribute("src")) ?? "";
    expect((await tom.request.get(address)).status()).toBe(200);
    await photosIn(nina).last().hover();
    await nina.getByRole("button", { name: /^Options for the message of NovaRay/ }).click();
    await nina.getByRole("menuitem", { name: "Delete message" }).click();
    for (const page of [tom, nina]) {
      await expect(photosIn(page)).toHaveCount(2);
      await expect(thread(page).getByText("Message deleted")).toBeVisible();
    }
    for (const page of [tom, nina]) expect((await page.request.get(address)).status()).toBe(404);
  });
});
