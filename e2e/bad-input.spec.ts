import { balance } from "./room";
import { expect, input, type Page, test, toast } from "./test";

test("a picture of the wrong kind, too large, or no picture at all is refused", async ({ site, visit }) => {
  const page = await visit({ as: site.person("user", "kitkat") });
  let sent = 0;
  page.on("request", (request) => {
    if (request.url().endsWith("/avatar/upload")) sent++;
  });
  await page.goto("/account/user/account-settings");
  const choose = page.getByLabel("Choose a picture");
  const upload = page.getByRole("button", { name: "Upload" });
  const before = await page.getByRole("img", { name: "Your picture" }).getAttribute("src");

  await choose.setInputFiles(file("me.svg", 1000));
  const kinds = page.getByText("You can only upload jpg, jpeg, png, webp, gif file!");
  await expect(kinds).toBeVisible();
  await expect(upload).toHaveCount(0);
  await choose.setInputFiles(file("me.png", 2 * 1024 * 1024));
  await expect(page.getByText("Image must smaller than 2MB!")).toBeVisible();
  await expect(upload).toHaveCount(0);
  expect(sent, "what is refused never leaves the device").toBe(0);

  await choose.setInputFiles(file("me.png", 1000)); // by its name a picture
  await expect(kinds).toHaveCount(0);
  const part = page.getByRole("dialog", { name: "Choose the part that is shown" });
  await expect(part.getByText("This picture cannot be read. Please choose another one.")).toBeVisible();
  await expect(part.getByRole("button", { name: "Use this part" })).toBeDisabled();
  await part.getByRole("button", { name: "Cancel" }).click();
  expect(sent, "what cannot be read never leaves the device either").toBe(0);
  const past = await page.request.post("/api/users/avatar/upload", {
    multipart: { avatar: file("me.png", 1000) },
    headers: { Origin: site.url },
  });
  expect(past.status(), "the server looks inside").toBe(422);
  await page.reload();
  await expect(page.getByRole("img", { name: "Your picture" })).toHaveAttribute("src", before ?? "");

  const real = { name: "me.png", mimeType: "image/png", buffer: await page.screenshot() };
  await choose.setInputFiles(real);
  await part.getByRole("button", { name: "Use this part" }).click();
  await upload.click();
  await expect(toast(page, "Your picture is changed.")).toBeVisible();
  await expect(page.getByRole("img", { name: "Your picture" })).not.toHaveAttribute("src", before ?? "");
});

test("a tip larger than the balance says what is missing, and moves nothing", async ({ site, visit }) => {
  const page = await visit({ as: await site.newcomer("poor") });
  await page.goto("/room/RubyHale");
  await expect(balance(page, "0")).toBeVisible();
  const form = page.getByRole("form", { name: "Tip Ruby Hale" });
  await expect(form.getByRole("alert")).toContainText("You are 25 tokens short.");
  await expect(form.getByRole("button", { name: "Send 25 tokens" })).toBeDisabled();
  await form.getByText("15", { exact: true }).click();
  await expect(form.getByRole("alert")).toContainText("You are 15 tokens short.");
  await expect(form.getByRole("button", { name: "Send 15 tokens" })).toBeDisabled();

  // The way to more of them is there, and does not leave the room.
  await expect(form.getByRole("button", { name: "Get tokens" })).toBeVisible();

  // Whoever asks the server past the page is told the same.
  const { _id } = (await (await page.request.get("/api/performers/RubyHale/view")).json()).data;
  const answer = await page.request.post(`/api/member/send-tip-token/${_id}`, {
    data: { token: 25 },
    headers: { "Idempotency-Key": "past-the-page" },
  });
  expect(answer.status()).toBe(409);
  expect(await answer.json()).toMatchObject({ error: "insufficient_balance", missing: 25 });
  await page.reload();
  await expect(balance(page, "0")).toBeVisible();
  await expect(page.getByRole("log").getByText("poor")).toHaveCount(0);
});

test("a name that is taken is told at its field, and the rest is kept; an address is only told to its owner", async ({ site, visit }) => {
  const { username } = await site.newcomer("early");
  const page = await visit({ stranger: true });
  await page.goto("/auth/register/user");
  await input(page, "Username").fill(username);
  await input(page, "Email").fill("second@example.com");
  await page.getByLabel(/^Password/).fill("a kettle on a slow stove");
  await page.getByLabel(/^Date of birth/).fill("1990-05-01");
  await registers(page);
  await expectRefused(page, "Username", "This username is already taken.");
  await expect(input(page, "Email")).toHaveValue("second@example.com");

  await input(page, "Username").fill("late");
  await input(page, "Email").fill("EARLY@example.com");
  await registers(page);
  await expect(page.getByRole("heading", { name: "Check your mail" })).toBeVisible();
});

test("papers of the wrong kind or size are refused, and so is somebody under 18", async ({ visit }) => {
  const page = await visit();
  await page.goto("/auth/register/performer");
  await page.getByLabel(/^A photo of you holding your ID/).setInputFiles(file("me.svg", 1000));
  await page
    .getByLabel(/^Your passport, identity card/)
    .setInputFiles(file("passport.jpg", 10 * 1024 * 1024));
  const child = new Date();
  child.setFullYear(child.getFullYear() - 17);
  await page.getByLabel(/^Date of birth/).fill(child.toISOString().slice(0, 10));
  await page.getByRole("button", { name: "Register", exact: true }).click();
  await expect(page.getByText("You can only upload jpg, jpeg, png, webp, pdf file!")).toBeVisible();
  await expect(page.getByText("Image must smaller than 10MB!")).toBeVisible();
  await expect(page.getByText("You must be at least 18 years old.")).toBeVisible();
  await expect(page).toHaveURL("/auth/register/performer");
});

test("what somebody writes is text, whatever it looks like", async ({ site, visit }) => {
  const page = await visit({ as: await site.newcomer("crafty") });
  await page.goto("/room/ZuriBloom");
  const field = input(page, "Message");
  const hostile = "<img src=x onerror=\"document.title='taken'\"><b>hello</b>";
  await field.fill(hostile);
  await field.press("Enter");
  await page.reload();
  await expect(page.getByRole("log").getByText(hostile)).toBeVisible();
  await expect(page.getByRole("log").locator("img[src=x]")).toHaveCount(0);
  await expect(page).toHaveTitle("Zuri Bloom · Limelight");

  await field.fill("   ");
  await field.press("Enter");
  await field.fill("x".repeat(301));
  await expect(field).toHaveValue("x".repeat(300));
  await expect(page.getByRole("log").getByText("crafty")).toHaveCount(1);
});

/** A file of so many bytes, none of which is a picture. */
const file = (name: string, bytes: number) => ({
  name,
  mimeType: "image/png",
  buffer: Buffer.alloc(bytes, "no picture "),
});

const registers = (page: Page) => page.getByRole("button", { name: "Create account", exact: true }).click();

async function expectRefused(page: Page, field: string, text: string) {
  await expect(page.getByRole("alert").filter({ hasText: text })).toBeVisible();
  await expect(input(page, field)).toHaveAttribute("aria-invalid", "true");
}
