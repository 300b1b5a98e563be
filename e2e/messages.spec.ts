import { expect, input, type Locator, type Page, test } from "./test";

const thread = (page: Page) => page.getByRole("log", { name: "Chat messages" });
const said = (page: Page, text: string): Locator => thread(page).getByText(text, { exact: true });
const write = async (page: Page, text: string) => {
  await input(page, "Message").fill(text);
  await input(page, "Message").press("Enter");
};
/** The texts of a page's lines that begin so, in their order. */
const order = (page: Page, begin: string) =>
  thread(page).evaluate(
    (log, start) => [...log.querySelectorAll(".whitespace-pre-wrap")].map((line) => line.textContent ?? "").filter((text) => text.startsWith(start)),
    begin,
  );

test("a member and a performer talk: marks, typing, a cut network, deletion, a quote, search and the badge", async ({ site, visit }) => {
  test.setTimeout(240_000);
  const member = site.person("user", "vapor9"); // whom no other story lets write to her
  const nova = site.person("performer", "NovaRay");
  const [tom, nina] = await Promise.all([visit({ as: member, networked: true }), visit({ as: nova })]);
  await tom.clock.install(); // it goes on, until ten minutes pass at once
  const badge = nina.getByRole("banner").getByRole("link", { name: /^Messages/ });

  await test.step("the member opens a conversation by its address, and writes", async () => {
    await nina.goto("/account/performer/profile");
    await expect(badge).toHaveAccessibleName("Messages");
    const me = await (await nina.request.get("/api/users/me")).json();
    await tom.goto(`/messages?toSource=performer&toId=${me.data._id}`);
    await expect(tom.getByRole("heading", { name: "Nova Ray" })).toBeVisible();
    await write(tom, "good evening");
    await expect(said(tom, "good evening")).toBeVisible();
  });

  await test.step("the performer hears of it on another page, and the member sees that it has come", async () => {
    await expect(badge).toHaveAccessibleName("Messages, 1 unread");
    await expect(thread(tom).getByRole("img", { name: "Delivered" })).toBeVisible();
  });

  await test.step("read, it leaves the badge, and the member sees that, too", async () => {
    await badge.click();
    await nina.getByRole("list", { name: "Conversations" }).getByRole("link").first().click();
    await expect(said(nina, "good evening")).toBeVisible();
    await expect(badge).toHaveAccessibleName("Messages");
    await expect(thread(tom).getByRole("img", { name: "Read" })).toBeVisible();
  });

  await test.step("who is writing is seen in the conversation", async () => {
    await input(nina, "Message").pressSequentially("one mo");
    await expect(tom.getByText("NovaRay is typing…")).toBeVisible();
    await input(nina, "Message").fill("");
  });

  await test.step("a network that was cut for ten minutes loses and doubles nothing", async () => {
    await tom.context().setOffline(true);
    for (const text of ["cut one", "cut two", "cut three"]) await write(tom, text);
    await write(nina, "answer meanwhile");
    await expect(said(tom, "cut three")).toBeVisible();
    await tom.clock.fastForward("10:00");
    await expect(said(nina, "cut three")).toHaveCount(0);
    await tom.context().setOffline(false);
    await expect(said(nina, "cut three")).toBeVisible({ timeout: 30_000 });
    expect(await order(nina, "cut")).toEqual(["cut one", "cut two", "cut three"]);
    await expect(said(tom, "answer meanwhile")).toHaveCount(1, { timeout: 30_000 });
    await expect.poll(() => order(tom, "cut")).toEqual(["cut one", "cut two", "cut three"]);
  });

  await test.step("an answer quotes a line; deleted, that is gone from both, and from the quote", async () => {
    await said(nina, "good evening").hover();
    await nina.getByRole("button", { name: `Options for the message of ${member.username}` }).first().click();
    await nina.getByRole("menuitem", { name: "Reply" }).click();
    await write(nina, "to you, too");
    await expect(thread(tom).getByRole("button", { name: "good evening" })).toBeVisible();
    await said(tom, "good evening").first().hover();
    await tom.getByRole("button", { name: `Options for the message of ${member.username}` }).first().click();
    await tom.getByRole("menuitem", { name: "Delete message" }).click();
    for (const page of [tom, nina]) {
      await expect(thread(page).getByText("Message deleted")).toHaveCount(2); // the line and its quote
      await expect(page.getByText("good evening")).toHaveCount(0);
    }
  });

  await test.step("the search finds people by a part of their name", async () => {
    const search = tom.getByLabel("Search conversations");
    await search.fill("novar");
    await expect(tom.getByRole("list", { name: "Conversations" }).getByRole("link")).toHaveCount(1);
    await search.fill("nobody");
    await expect(tom.getByText("Nobody found")).toBeVisible();
  });
});
