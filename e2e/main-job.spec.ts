import { seriousFindings } from "./axe";
import { balance, line, picture as pictureOf, says } from "./room";
import { expect, expectMoving, input, type Page, test, toast } from "./test";

const secret = "lanterns over the river";
const born = "1996-04-02";

/** The main job, by the buttons that people press. */
test("a performer goes live; people watch, chat and tip", async ({ site, visit }) => {
  test.setTimeout(300_000);
  const nina = await visit({ fullPicture: true });
  const tom = site.person("user", "mireille");
  const [ada, window, member, guest] = await Promise.all([
    visit(),
    visit(),
    visit({ as: tom }),
    visit({ phone: true }),
  ]);

  await test.step("she registers with her papers and follows the mailed link", async () => {
    await registers(nina);
    await nina.goto(await site.mailedLink("nina@example.com"));
    await expect(nina.getByRole("heading", { name: "Your email is verified" })).toBeVisible();
    await nina.goto("/auth/login/performer");
    await input(nina, "Username or email").fill("nina");
    await nina.getByLabel("Password", { exact: true }).fill(secret);
    await nina.getByRole("button", { name: "Log in", exact: true }).click();
    await expect(nina).toHaveURL("/"); // not to her stage: she is not verified yet
    await expect(nina.getByRole("link", { name: "Go Live" })).toHaveCount(0);
    await nina.goto("/live");
    await expect(nina.getByRole("heading", { name: "Almost there" })).toBeVisible();
    await guest.goto("/room/nina");
    await expect(guest.getByRole("heading", { name: "This room does not exist" })).toBeVisible();
  });

  await test.step("an admin looks at them and verifies her", async () => {
    await ada.goto("/auth/login/admin");
    await input(ada, "Username or email").fill("ada");
    await ada.getByLabel("Password", { exact: true }).fill(site.person("admin", "ada").password);
    await ada.getByRole("button", { name: "Log in", exact: true }).click();
    await expect(ada).toHaveURL("/admin");
    await verifies(ada);
  });

  await test.step("she goes live with her camera, and her card changes on an open page", async () => {
    await window.goto("/");
    await expect(card(window, "offline")).toBeVisible();
    await nina.goto("/live");
    await expectMoving(nina.getByLabel("Your picture"));
    await input(nina, "Title").fill("Piano at midnight");
    await nina.getByRole("button", { name: "Go live", exact: true }).click();
    await expect(nina.getByRole("button", { name: "End show" })).toBeVisible({ timeout: 60_000 });
    await expect(card(window, "live")).toBeVisible();
  });

  await test.step("a member at a desk and a guest on a phone see her move", async () => {
    await Promise.all([member.goto("/room/nina"), guest.goto("/room/nina")]);
    await expectMoving(picture(member));
    await expectMoving(picture(guest));
    await expect(member.getByText("Piano at midnight").first()).toBeVisible();
    await expect(nina.getByRole("tab", { name: "Viewers 2" })).toBeVisible();
  });

  await test.step("they talk; the guest is asked to log in", async () => {
    await guest.getByRole("button", { name: "Log in to chat…" }).click();
    await expect(guest.getByRole("link", { name: "Log in", exact: true })).toHaveAttribute(
      "href",
      "/auth/login/user?next=%2Froom%2Fnina",
    );
    await guest.keyboard.press("Escape");
    await says(member, "Good evening, Nina!");
    await says(nina, "Welcome, everybody.");
    for (const page of [member, guest, nina]) {
      await expect(line(page, "Good evening, Nina!")).toBeVisible();
      await expect(line(page, "Welcome, everybody.")).toBeVisible();
    }
  });

  await test.step("the other way round: he takes his phone, and a guest sits at a desk", async () => {
    const pocket = await visit({ as: tom, phone: true });
    const desk = await visit();
    await Promise.all([pocket.goto("/room/nina"), desk.goto("/room/nina")]);
    await expectMoving(picture(pocket));
    await expectMoving(picture(desk));
    await says(pocket, "I am on my way home now.");
    for (const page of [nina, desk]) {
      await expect(line(page, "I am on my way home now.")).toBeVisible();
    }
    await Promise.all([pocket.close(), desk.close()]);
    await expect(nina.getByRole("tab", { name: "Viewers 2" })).toBeVisible();
  });

  await test.step("he tips 25, and everybody's numbers are right", async () => {
    await expect(balance(member, "2,500")).toBeVisible();
    await member.getByText("25", { exact: true }).click();
    await member.getByRole("button", { name: "Send 25 tokens" }).click();
    const told = `${tom.username} has tipped 25 tokens. You have received 20.00`;
    await expect(toast(nina, told)).toBeVisible();
    await expect(toast(member, "You have tipped")).toContainText("25 tokens.");
    await expect(balance(member, "2,475")).toBeVisible();
    await expect(balance(nina, "20")).toBeVisible();
    await expect(nina.getByText("20 tokens earned in this show · 1 tip")).toBeVisible();
    await expect(line(guest, `${tom.username} has tipped 25 tokens`)).toBeVisible();
  });

  await test.step("the stage and the room have no serious accessibility finding", async () => {
    for (const page of [nina, member, guest, window]) {
      expect.soft(await seriousFindings(page), page.url()).toEqual([]);
    }
  });

  await test.step("she deletes a line, for everybody", async () => {
    await line(nina, "Good evening, Nina!").hover();
    const options = `Options for the message of ${tom.username}`;
    await nina.getByRole("button", { name: options }).first().click();
    await nina.getByRole("menuitem", { name: "Delete message" }).click();
    for (const page of [nina, member, guest]) {
      await expect(line(page, "Message deleted")).toBeVisible();
      await expect(line(page, "Good evening, Nina!")).toHaveCount(0);
    }
  });

  await test.step("she stops, and they see her poster", async () => {
    await nina.getByRole("button", { name: "End show" }).click();
    await nina.getByRole("button", { name: "End the show" }).click();
    await expect(nina.getByRole("heading", { name: "That was your show" })).toBeVisible();
    for (const page of [member, guest]) {
      await expect(page.getByText("Nina Vale has ended the show")).toBeVisible();
      await expect(page.locator("img[src='/offline.png']")).toBeVisible();
    }
    await expect(card(window, "offline")).toBeVisible();
  });
});

async function registers(page: Page) {
  await page.goto("/auth/register/performer");
  await input(page, "Username").fill("nina");
  await input(page, "Email").fill("nina@example.com");
  await page.getByLabel(/^Password/).fill(secret);
  await page.getByLabel(/^Date of birth/).fill(born);
  await input(page, "Stage name").fill("Nina Vale");
  await page.getByLabel(/^Gender/).selectOption("female");
  const paper = { name: "paper.jpg", mimeType: "image/jpeg", buffer: await page.screenshot({ type: "jpeg" }) };
  await page.getByLabel(/^A photo of you holding your ID/).setInputFiles(paper);
  await page.getByLabel(/^Your passport, identity card/).setInputFiles(paper);
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Check your mail" })).toBeVisible();
}

async function verifies(ada: Page) {
  await ada.getByRole("link", { name: "Identity checks" }).first().click();
  await ada.getByRole("link", { name: "Check nina" }).click();
  await ada.getByRole("button", { name: "Show the documents" }).click();
  const papers = ada.locator("main img[src^='blob:']");
  await expect(papers).toHaveCount(2);
  for (const paper of await papers.all()) {
    await expect
      .poll(() => paper.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
      .toBeGreaterThan(100);
  }
  await ada.getByLabel(/^Kind of document/).selectOption({ label: "Passport" });
  await input(ada, "Number").fill("C01X00T47");
  await ada.getByLabel(/^Issued by/).selectOption("DE");
  await input(ada, "Legal name").fill("Nina Vale");
  await ada.getByLabel(/^Date of birth/).fill(born);
  await ada.getByLabel(/^Valid until/).fill(`${new Date().getFullYear() + 5}-01-31`);
  await ada.getByRole("button", { name: "Verify", exact: true }).click();
  await expect(toast(ada, "nina is verified")).toBeVisible();
}

const picture = (page: Page) => pictureOf(page, "Nina Vale");
const card = (page: Page, state: string) =>
  page.getByRole("region", { name: "Rooms" }).getByRole("link", { name: `Nina Vale is ${state}` });
