import { seriousFindings } from "./axe";
import { expect, expectShown, test, toast } from "./test";

test("a performer says when she is live, a visitor sees it by another clock, and a member is reminded once", async ({ site, visit }) => {
  test.setTimeout(180_000);
  const freya = await visit({ as: site.person("performer", "FreyaLind"), phone: true });

  await test.step("she sets one night, which ends on the next day, and copies it to the whole week", async () => {
    await freya.goto("/account/performer/schedules");
    await expectShown(freya);
    await freya.getByLabel("Your clock").selectOption("Europe/Madrid");
    const monday = freya.getByRole("switch", { name: "Monday" });
    if (!(await monday.isChecked())) await monday.click();
    await freya.getByLabel("Monday from").fill("22:00");
    await freya.getByLabel("Monday until").fill("02:00");
    await expect(freya.getByText("until 02:00 on Tuesday")).toBeVisible();
    await freya.getByRole("button", { name: "Copy Monday to other days" }).click();
    await freya.getByRole("dialog").getByRole("button", { name: "Copy" }).click();
    await expect(freya.getByText(/^until 02:00 on/)).toHaveCount(7);
    expect(await seriousFindings(freya)).toEqual([]);
  });

  await test.step("what is wrong is refused at its place, and what she typed stays", async () => {
    await freya.getByLabel("Tuesday from").fill("01:30");
    await freya.getByRole("button", { name: "Save" }).click();
    await expect(freya.getByText("The hours of the day before end after it, at 02:00")).toBeVisible();
    await expect(freya.getByLabel("Tuesday from")).toHaveValue("01:30");
    await freya.getByLabel("Tuesday from").fill("22:00");
    await freya.getByRole("button", { name: "Save" }).click();
    await expect(toast(freya, "Saved")).toBeVisible();
    await freya.reload();
    await expect(freya.getByLabel("Sunday until")).toHaveValue("02:00");
  });

  await test.step("a guest in Tokyo sees it by the clock there, and which day it is in Madrid", async () => {
    const guest = await visit({ timezone: "Asia/Tokyo" });
    await guest.goto("/room/FreyaLind");
    await expect(guest.getByText(/Next live: /).first()).toBeVisible();
    await guest.getByRole("tab", { name: "Schedule" }).click();
    await expect(guest.getByText(/0[56]:00 until (09|10):00/).first()).toBeVisible();
    await expect(guest.getByText(/ 22:00–02:00 in Madrid, which is /).first()).toBeVisible();
    await guest.getByRole("button", { name: "Add to calendar" }).click();
    const address = await guest.getByRole("textbox", { name: "Address" }).inputValue();
    const feed = await (await guest.request.get(address)).text();
    expect(feed).toContain("TZID:Europe/Madrid");
    expect(feed).toContain("RRULE:FREQ=WEEKLY;BYDAY=MO");
    expect(feed).not.toContain("Freya");
  });

  await test.step("a member asks to be reminded, and is, once", async () => {
    const member = await visit({ as: site.person("user", "sable77") });
    await member.request.post("/api/notices/read", { data: {} });
    await member.goto("/room/FreyaLind");
    await member.getByRole("tab", { name: "Schedule" }).click();
    await member.getByRole("button", { name: "Remind me" }).click();
    await expect(toast(member, /You are reminded before/)).toBeVisible();
    site.write(`UPDATE schedules SET remind_at = 1 WHERE performer_id = (SELECT id FROM accounts WHERE username_key = 'freyalind');`);
    const bell = member.getByRole("banner").getByRole("button", { name: /^Notifications/ });
    await expect(bell).toHaveAccessibleName("Notifications, 1 unread", { timeout: 60_000 });
    await member.goto("/notices?group=reminder");
    await expect(member.getByText("Reminder: Freya Lind begins soon")).toBeVisible();
  });

  await test.step("whose next hours begin within a week is found by that", async () => {
    const guest = await visit();
    await guest.goto("/search/models?liveWithin=168");
    await expect(guest.getByRole("link", { name: /Freya/ }).first()).toBeVisible();
  });
});
