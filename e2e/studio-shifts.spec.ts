import { seriousFindings } from "./axe";
import { expect, expectClosed, expectShown, input, type Page, test, toast } from "./test";

const prague = "Europe/Prague";

/** The date of a day of the week after this one, by the clock of a zone: 0 is its Monday. */
function nextWeek(day: number, timeZone: string): string {
  const today = new Date(new Intl.DateTimeFormat("sv-SE", { timeZone }).format());
  today.setUTCDate(today.getUTCDate() + 7 - ((today.getUTCDay() + 6) % 7) + day);
  return today.toISOString().slice(0, 10);
}

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

test("a performer's hours are in the plan of her studio, week by week; staff see it who have the right", async ({ site, visit }) => {
  test.setTimeout(240_000);
  const elara = await visit({ as: site.person("performer", "ElaraVoss"), phone: true });
  const [monday, wednesday, friday] = [0, 2, 4].map((day) => nextWeek(day, prague));

  await test.step("she is live every night until after midnight; next Wednesday at noon, and next Friday not at all", async () => {
    await elara.goto("/account/performer/schedules");
    await expectShown(elara);
    await elara.getByLabel("Your clock").selectOption("Europe/London");
    const switched = elara.getByRole("switch", { name: "Monday" });
    if (!(await switched.isChecked())) await switched.click();
    await elara.getByLabel("Monday from").fill("22:00");
    await elara.getByLabel("Monday until").fill("02:00");
    await elara.getByRole("button", { name: "Copy Monday to other days" }).click();
    await elara.getByRole("dialog").getByRole("button", { name: "Copy" }).click();
    for (const [at, date] of [wednesday, friday].entries()) {
      await elara.getByRole("button", { name: "Add a date" }).click();
      await elara.getByLabel("Date", { exact: true }).nth(at).fill(date ?? "");
    }
    await elara.getByRole("switch", { name: "Not live that day" }).first().click();
    await elara.getByLabel(/^Wednesday, .* from$/).fill("12:00");
    await elara.getByLabel(/^Wednesday, .* until$/).fill("15:00");
    await elara.getByRole("button", { name: "Save" }).click();
    await expect(toast(elara, "Saved")).toBeVisible();
  });

  const stella = await visit({ as: site.person("studio", "velvetrooms"), timezone: prague });

  await test.step("her studio sees by its own clock what she plans, and goes to the next week by keyboard", async () => {
    await stella.goto("/studio/shifts");
    await expectShown(stella);
    const row = stella.getByRole("row").filter({ hasText: "Elara Voss" });
    await expect(row.getByRole("cell").nth(1)).toContainText("23:00 – 03:00 (Wednesday)");
    await stella.getByRole("link", { name: "CSV" }).focus();
    await stella.keyboard.press("Tab");
    await expect(stella.getByRole("button", { name: "Previous week" })).toBeFocused();
    await stella.keyboard.press("Tab");
    await stella.keyboard.press("Enter");
    await expect(stella).toHaveURL(new RegExp(`from=${monday}`));
    await expect(row.getByRole("cell").nth(0)).toContainText("23:00 (Sunday) – 03:00");
    await expect(row.getByRole("cell").nth(0)).toContainText("23:00 – 03:00 (Tuesday)");
    await expect(row.getByRole("cell").nth(0)).toContainText("22:00 – 02:00 in London");
    await expect(row.getByRole("cell").nth(2)).toContainText("13:00 – 16:00");
    await expect(row.getByRole("cell").nth(2)).toContainText("Special hours");
    await expect(row.getByRole("cell").nth(4)).toHaveText("Day off");
    await expect(stella.getByRole("button", { name: "Next week" }), "where the keyboard was, it still is").toBeFocused();
    expect.soft(await seriousFindings(stella), "the plan").toEqual([]);

    const file = await stella.request.get((await stella.getByRole("link", { name: "CSV" }).getAttribute("href")) ?? "");
    expect(await file.text()).toContain(`ElaraVoss,Elara Voss,${wednesday} 13:00,${wednesday} 16:00,${prague},yes,Europe/London`);

    await stella.keyboard.press("Enter");
    await expect(row.getByText("Special hours")).toHaveCount(0);
    await stella.keyboard.press("Tab");
    await stella.keyboard.press("Enter");
    await expect(stella).toHaveURL("/studio/shifts");
    await expect(stella.getByRole("columnheader").and(stella.locator("[aria-current=date]"))).toBeVisible();
  });

  await test.step("on a phone it is told day by day", async () => {
    const page = await visit({ as: site.person("studio", "velvetrooms"), phone: true, timezone: prague });
    await page.goto(`/studio/shifts?from=${monday}`);
    await expectShown(page);
    const day = (name: string) => page.getByRole("region", { name: new RegExp(`^${name}`) });
    const hers = (name: string) => day(name).getByRole("listitem").filter({ hasText: "Elara Voss" });
    await expect(hers("Thursday")).toContainText("23:00 – 03:00 (Friday)");
    await expect(hers("Wednesday")).toContainText("Special hours");
    await expect(hers("Friday")).toHaveCount(0);
    await expect(day("Friday").getByText(/^Day off: .*Elara Voss/)).toBeVisible();
    expect(await widthOf(page)).toBeLessThanOrEqual(390);
    expect.soft(await seriousFindings(page), "the plan on a phone").toEqual([]);
  });

  await test.step("who may only keep documents is refused, until the owner allows more", async () => {
    await stella.goto("/studio/staff");
    await stella.getByRole("button", { name: "New staff account" }).click();
    const dialog = stella.getByRole("dialog");
    await input(dialog, "Username").fill("karelnovy");
    await input(dialog, "Email").fill("karelnovy@example.com");
    await dialog.getByLabel(/^Date of birth/).fill("1990-05-01");
    await dialog.getByRole("checkbox", { name: "Keep documents" }).check();
    await dialog.getByRole("button", { name: "Open the account" }).click();
    await expect(dialog).toBeHidden();

    const karel = await visit({ timezone: prague });
    await karel.goto(await site.mailedLink("karelnovy@example.com", "/auth/reset-password"));
    await karel.getByLabel(/^New password/).fill("a ladder against the wall");
    await karel.getByRole("button", { name: "Change password" }).click();
    await expect(karel.getByRole("heading", { name: "Password changed" })).toBeVisible();
    const login = await karel.request.post("/api/auth/studio/login", { data: { username: "karelnovy", password: "a ladder against the wall" } });
    expect(login.status()).toBe(200);
    await karel.goto("/studio/documents");
    await expectShown(karel);
    const menu = karel.getByRole("navigation", { name: "Account" });
    await expect(menu.getByRole("link", { name: "Documents" })).toBeVisible();
    await expect(menu.getByRole("link", { name: "Shift plan" })).toHaveCount(0);
    await karel.goto("/studio/shifts");
    await expect(karel.getByText("This is not for your account")).toBeVisible();
    await expect(karel.getByText("Elara Voss")).toHaveCount(0);
    expect((await karel.request.get("/api/studio/shifts")).status()).toBe(403);
    expect((await karel.request.get("/api/studio/shifts/export")).status()).toBe(403);

    await stella.getByRole("row").filter({ hasText: "karelnovy" }).getByRole("button", { name: /^Change/ }).click();
    await stella.getByRole("dialog").getByRole("checkbox", { name: "See statistics" }).check();
    await stella.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await expectClosed(stella.getByRole("dialog"));
    await karel.reload();
    await expect(karel.getByRole("row").filter({ hasText: "Elara Voss" })).toBeVisible();
  });
});
