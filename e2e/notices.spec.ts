import { createECDH, randomBytes, randomUUID } from "node:crypto";
import { seriousFindings } from "./axe";
import { expect, expectShown, type Page, test, toast } from "./test";

const bell = (page: Page) => page.getByRole("banner").getByRole("button", { name: /^Notifications/ });
const box = (page: Page, name: string) => page.getByRole("checkbox", { name, exact: true });

/** Whom to tip. */
const idOf = async (page: Page): Promise<string> => (await (await page.request.get("/api/users/me")).json()).data._id;

async function tip(from: Page, performerId: string, token: number) {
  const headers = { "Idempotency-Key": randomUUID() };
  const answer = await from.request.post(`/api/member/send-tip-token/${performerId}`, { data: { token }, headers });
  expect(answer.ok(), await answer.text()).toBe(true);
}

const readAll = (page: Page) => page.request.post("/api/notices/read", { data: {} });

test("a performer hears of tips in every tab, reads one, and every tab knows", async ({ site, visit }) => {
  test.setTimeout(180_000);
  const nova = site.person("performer", "NovaRay");
  const [tom, nina] = await Promise.all([visit({ as: site.person("user") }), visit({ as: nova })]);
  const id = await idOf(nina);
  await readAll(nina);
  const other = await nina.context().newPage();
  await Promise.all([nina.goto("/notices"), other.goto("/account/performer/profile")]);

  await test.step("the badge goes up in both tabs, and the list has it without a reload", async () => {
    for (const tab of [nina, other]) await expect(bell(tab)).toHaveAccessibleName("Notifications");
    await tip(tom, id, 25);
    for (const tab of [nina, other]) await expect(bell(tab)).toHaveAccessibleName("Notifications, 1 unread");
    await tip(tom, id, 30);
    for (const tab of [nina, other]) await expect(bell(tab)).toHaveAccessibleName("Notifications, 2 unread");
    const newest = nina.getByRole("list", { name: "Tips" }).first().getByRole("listitem").first();
    await expect(newest).toContainText("30 tokens");
    await expect(newest).toContainText("Unread:");
  });

  await test.step("the panel shows the newest to eyes, keyboard and screen reader, and gives the keyboard back", async () => {
    await bell(other).focus();
    await other.keyboard.press("Enter");
    const panel = other.getByRole("dialog", { name: /^Notifications/ });
    await expect(panel.getByText(/has tipped 30 tokens/).first()).toBeVisible();
    expect(await seriousFindings(other)).toEqual([]);
    await other.keyboard.press("Escape");
    await expect(panel).toBeHidden();
    await expect(bell(other)).toBeFocused();
  });

  await test.step("who follows a notice has read it, in the other tab too", async () => {
    await bell(other).click();
    await other.getByRole("dialog").getByText(/has tipped 30 tokens/).first().click();
    await expect(other).toHaveURL(/\/account\/performer\/earning/);
    for (const tab of [nina, other]) await expect(bell(tab)).toHaveAccessibleName("Notifications, 1 unread");
    await expect(nina.getByRole("list", { name: "Tips" }).first().getByText("Unread:")).toHaveCount(1);
  });

  await test.step("a group is shown alone, and survives a reload", async () => {
    await nina.getByRole("button", { name: "Messages", exact: true }).click();
    await expect(nina).toHaveURL("/notices?group=message");
    await nina.reload();
    await expect(nina.getByRole("list", { name: "Tips" })).toHaveCount(0);
    await nina.getByRole("button", { name: "All", exact: true }).click();
  });

  await test.step("all are read at once, everywhere", async () => {
    await nina.getByRole("button", { name: "Mark all as read" }).click();
    await expect(nina.getByText("You have read everything.")).toBeVisible();
    for (const tab of [nina, other]) await expect(bell(tab)).toHaveAccessibleName("Notifications");
  });

  await test.step("a phone goes to the whole list", async () => {
    const pocket = await visit({ as: nova, phone: true });
    await pocket.goto("/account/performer/profile");
    await tip(tom, id, 15);
    const way = pocket.getByRole("banner").getByRole("link", { name: "Notifications, 1 unread" });
    await way.click();
    await expect(pocket).toHaveURL("/notices");
    await expectShown(pocket);
    await expect(pocket.getByText(/has tipped 15 tokens/).first()).toBeVisible();
  });
});

test("what one is told is chosen, and stays chosen", async ({ site, visit }) => {
  const page = await visit({ as: site.person("user") });
  await page.goto("/notices/preferences");
  await expect(box(page, "Messages: Mail")).toBeChecked();
  await expect(box(page, "Orders: Mail")).toHaveCount(0); // always
  await box(page, "Messages: Mail").uncheck();
  await page.getByRole("switch", { name: /^Do not disturb me/ }).check();
  await page.getByLabel("To", { exact: true }).fill("22:00");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Must be another time than the beginning")).toBeVisible();
  await page.getByLabel("To", { exact: true }).fill("07:30");
  await page.getByLabel("Time zone").selectOption("Europe/Madrid");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Saved")).toBeVisible();

  await page.reload();
  await expect(box(page, "Messages: Mail")).not.toBeChecked();
  await expect(page.getByLabel("From", { exact: true })).toHaveValue("22:00");
  await expect(page.getByLabel("To", { exact: true })).toHaveValue("07:30");
  await expect(page.getByLabel("Time zone")).toHaveValue("Europe/Madrid");
  expect(await seriousFindings(page)).toEqual([]);
});

test("a browser is asked for the permission by a press alone, and then hears the site", async ({ site, visit }) => {
  const page = await visit({ as: site.person("user") });
  await page.context().grantPermissions(["notifications"]);
  const ecdh = createECDH("prime256v1");
  const keys = { p256dh: ecdh.generateKeys().toString("base64url"), auth: randomBytes(16).toString("base64url") };
  await page.addInitScript(withoutVendor, keys);
  await page.goto("/notices/preferences");
  const on = page.getByRole("button", { name: "Notify me on this device" });
  await expect(on).toBeVisible();
  await expect(page.getByText(/when a favorite goes live.*also with the page closed/)).toBeVisible();
  expect(await asked(page)).toBe(0);

  await on.click();
  const off = page.getByRole("button", { name: "Turn off on this device" });
  await expect(off).toBeVisible();
  expect(await asked(page)).toBe(1);
  await page.reload();
  await expect(off).toBeVisible(); // the server knows of it
  expect(await asked(page)).toBe(0);
  await off.click();
  await expect(on).toBeVisible();
  expect((await (await page.request.get("/api/notices/push-key")).json()).data.subscribed).toBe(false);
});

const asked = (page: Page) => page.evaluate(() => Number(Reflect.get(window, "asked") ?? 0));

/** A browser whose vendor's push service is not reached: subscriptions are what it would have given. */
function withoutVendor(keys: { p256dh: string; auth: string }) {
  if (window !== window.top) return;
  const bytesOf = (text: string) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0)).buffer;
  const endpoint = "https://push.example.net/1";
  const subscription = (key: string) => ({
    endpoint,
    options: { applicationServerKey: bytesOf(key) },
    toJSON: () => ({ endpoint, keys }),
    unsubscribe: async () => {
      localStorage.removeItem("subscribed-to");
      return true;
    },
  });
  const kept = () => localStorage.getItem("subscribed-to");
  Object.assign(PushManager.prototype, {
    getSubscription: async () => (kept() ? subscription(kept() ?? "") : null),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
      localStorage.setItem("subscribed-to", applicationServerKey);
      return subscription(applicationServerKey);
    },
  });
  // A browser without windows answers what it is asked, but always says that it forbids it.
  const ask = Notification.requestPermission.bind(Notification);
  Object.defineProperty(Notification, "permission", { get: () => localStorage.getItem("permission") ?? "default" });
  Notification.requestPermission = async () => {
    Reflect.set(window, "asked", Number(Reflect.get(window, "asked") ?? 0) + 1);
    const answer = await ask();
    localStorage.setItem("permission", answer);
    return answer;
  };
}

test("staff see each notice as those do who get it, in both languages", async ({ site, visit }) => {
  const page = await visit({ as: site.person("admin") });
  await page.goto("/admin/notices?kind=order.buyer");
  const letter = page.frameLocator("main iframe");
  await expect(letter.getByRole("heading")).toBeVisible();
  await expect(letter.getByRole("link", { name: "Choose what you are told" })).toBeVisible();
  await page.getByRole("combobox", { name: "Language" }).selectOption("es");
  await expect(letter.getByRole("link", { name: "Elige qué avisos recibes" })).toBeVisible();
  const paper = letter.locator("body");
  await expect(paper).toHaveCSS("background-color", "rgb(244, 244, 245)");
  await page.getByRole("button", { name: "Dark", exact: true }).click();
  await expect(paper).toHaveCSS("background-color", "rgb(13, 10, 11)");
  await page.getByRole("tab", { name: "Devices" }).click();
  await expect(page.getByRole("figure")).toContainText("Tienes novedades");
  await page.getByRole("tab", { name: "On the site" }).click();
  expect(await seriousFindings(page)).toEqual([]);
});
