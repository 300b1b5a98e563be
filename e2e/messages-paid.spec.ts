import { seriousFindings } from "./axe";
import { wallet } from "./store";
import { expect, input, type Locator, type Page, test, toast } from "./test";

const thread = (page: Page): Locator => page.getByRole("log", { name: "Chat messages" });
const talks = (page: Page): Locator => page.getByRole("list", { name: "Conversations" }).getByRole("link");
const photoOf = (page: Page): Locator => thread(page).getByRole("button", { name: /^Open the photo of/ });
const drawing = new URL("../demo/media/performers/RubyHale-wide.jpg", import.meta.url).pathname;
const write = async (page: Page, text: string) => {
  await input(page, "Message").fill(text);
  await page.getByRole("button", { name: "Send message" }).click();
};

test("what a message costs is said before; a tip and a photo that is sold, from its price to its refusal", async ({ site, visit }) => {
  test.setTimeout(240_000);
  const member = site.person("user", "sable77");
  const ruby = site.person("performer", "RubyHale");
  const [tom, nina, ada] = await Promise.all([visit({ as: member, phone: true }), visit({ as: ruby }), visit({ as: site.person("admin") })]);
  const before = await wallet(tom);

  await test.step("a performer sets what a message to her costs", async () => {
    await nina.goto("/messages");
    await nina.getByRole("button", { name: "What others may know" }).click();
    const dialog = nina.getByRole("dialog");
    await input(dialog, "What a message to you costs").fill("4");
    await dialog.getByRole("form", { name: "Price of a message" }).getByRole("button", { name: "Save" }).click();
    await expect(toast(nina, "Saved. It holds from the next message on.")).toBeVisible();
    await nina.keyboard.press("Escape");
  });

  await test.step("the member sees it before, pays it once, and sees what is left", async () => {
    const { data: me } = await (await nina.request.get("/api/users/me")).json();
    await tom.goto(`/messages?toSource=performer&toId=${me._id}`);
    await expect(tom.getByText("4 tokens a message")).toBeVisible();
    expect.soft(await seriousFindings(tom), "a conversation that costs something").toEqual([]);
    await write(tom, "good evening for four");
    await expect.poll(() => wallet(tom)).toBe(before - 4);
    await talks(nina).filter({ hasText: "Sable" }).click();
    await expect(thread(nina).getByText("good evening for four")).toBeVisible();
  });

  await test.step("a tip goes into the conversation, and stands there on both sides", async () => {
    await tom.getByRole("button", { name: "Tip", exact: true }).click();
    const sheet = tom.getByRole("dialog", { name: /^Tip/ });
    await sheet.getByRole("button", { name: /^Send \d+ tokens$/ }).click();
    await expect.poll(() => wallet(tom)).toBeLessThan(before - 4);
    await expect(thread(nina).getByText(/tipped|tip/i).first()).toBeVisible();
    await expect(talks(nina).first()).toContainText("Tip");
  });
  const tipped = await wallet(tom);

  await test.step("she offers a photo for a price, of which he sees nothing before staff have looked", async () => {
    await nina.getByLabel("Photos", { exact: true }).setInputFiles([drawing]);
    await nina.getByRole("button", { name: "Set a price" }).click();
    const dialog = nina.getByRole("dialog", { name: "Sell these photos" });
    await input(dialog, "Price of each photo").fill("25");
    for (const box of await dialog.getByRole("group", { name: "I confirm" }).getByRole("checkbox").all()) await box.check();
    expect.soft(await seriousFindings(nina), "the sale of photos").toEqual([]);
    await dialog.getByRole("button", { name: "Set the price" }).click();
    await nina.getByRole("button", { name: "Send message" }).click();
    await expect(thread(nina).getByText("Waiting for review")).toBeVisible({ timeout: 30_000 });
    await expect(thread(tom).getByRole("img", { name: /Photo/ })).toHaveCount(0);
  });

  await test.step("staff see the photo, its price and who is in it, and let it go", async () => {
    await ada.goto("/admin/messages");
    const held = ada.getByRole("row").filter({ has: ada.getByAltText("Photo of RubyHale") });
    await expect(held).toBeVisible();
    await expect(held.getByText("Sold for 25 tokens")).toBeVisible();
    await expect(held.getByText(/^Only the sender is to be seen/)).toBeVisible();
    await ada.getByRole("button", { name: "Let go: message of RubyHale" }).click();
    await expect(toast(ada, "The message was sent.")).toBeVisible();
  });

  await test.step("he sees a blur and the price, and opens it by one question, once", async () => {
    const open = thread(tom).getByRole("button", { name: /Open for 25 tokens/ });
    await expect(open).toBeVisible({ timeout: 30_000 });
    await open.click();
    const question = tom.getByRole("dialog", { name: /^Open the photo of/ });
    await question.getByRole("button", { name: "Open for 25 tokens" }).dblclick();
    const photo = photoOf(tom);
    await expect(photo).toBeVisible();
    expect(await wallet(tom)).toBe(tipped - 25);
    await expect(thread(nina).getByText("1 opened it")).toBeVisible();
    await tom.reload();
    await expect(photo).toBeVisible();
    expect(await wallet(tom)).toBe(tipped - 25);
  });

  await test.step("another one is refused, and she is told why", async () => {
    await nina.getByLabel("Photos", { exact: true }).setInputFiles([drawing.replace("wide", "portrait")]);
    await nina.getByRole("button", { name: "Set a price" }).click();
    const dialog = nina.getByRole("dialog", { name: "Sell these photos" });
    await input(dialog, "Price of each photo").fill("9");
    for (const box of await dialog.getByRole("group", { name: "I confirm" }).getByRole("checkbox").all()) await box.check();
    await dialog.getByRole("button", { name: "Set the price" }).click();
    await nina.getByRole("button", { name: "Send message" }).click();
    await expect(thread(nina).getByText("Waiting for review")).toBeVisible({ timeout: 30_000 });
    await ada.reload();
    await ada.getByRole("button", { name: "Refuse the message of RubyHale" }).click();
    const refusal = ada.getByRole("dialog", { name: "Refuse the message of RubyHale?" });
    await input(refusal, "Reason").fill("Somebody else is to be seen.");
    await refusal.getByRole("button", { name: "Refuse" }).click();
    await expect(toast(ada, "Refused.")).toBeVisible();
    await expect(thread(nina).getByText("Waiting for review")).toHaveCount(0);
    await nina.goto("/notices");
    await expect(nina.getByText("Somebody else is to be seen.").first()).toBeVisible();
  });

  await test.step("staff read the conversation, and delete the photo that he had opened for a reason: he has his tokens back", async () => {
    const { data: list } = await (await nina.request.get("/api/conversations?offset=0&limit=1")).json();
    await ada.goto(`/admin/messages/${list.data[0]._id}`);
    await expect(ada.getByText(/^A tip of \d+ tokens$/)).toBeVisible();
    await expect(ada.getByAltText("Photo of RubyHale")).toBeVisible();
    expect.soft(await seriousFindings(ada), "a conversation as staff read it").toEqual([]);
    await ada.getByRole("button", { name: "Delete the message of RubyHale" }).last().click();
    const question = ada.getByRole("dialog", { name: "Delete the message of RubyHale?" });
    await input(question, "Reason").fill("short");
    await question.getByRole("button", { name: "Delete" }).click();
    await expect(question.getByText("Must have 10 to 500 characters")).toBeVisible();
    await input(question, "Reason").fill("Somebody else is to be seen in it.");
    await question.getByRole("button", { name: "Delete" }).click();
    await expect(toast(ada, "The message is deleted.")).toBeVisible();
    await expect(ada.getByAltText("Photo of RubyHale")).toHaveCount(0);
    await expect(photoOf(tom)).toHaveCount(0);
    await expect.poll(() => wallet(tom)).toBe(tipped);
    for (const told of [tom, nina]) {
      await told.goto("/notices");
      await expect(told.getByText(/Somebody else is to be seen in it\./).first()).toBeVisible();
    }
  });
});
