import { readFileSync } from "node:fs";
import { seriousFindings } from "./axe";
import { expect, input, test, toast } from "./test";

test("a studio invites a performer, who says yes; its staff do what they may; and the statistics are saved as a table", async ({ site, visit }) => {
  test.setTimeout(240_000);
  const [stella, nina] = await Promise.all([
    visit({ as: site.person("studio", "velvetrooms") }),
    visit({ as: site.person("performer", "MarcoBianchi"), phone: true }),
  ]);

  await test.step("an invitation says the same of a name that nobody has", async () => {
    await stella.goto("/studio/invitations");
    for (const to of ["MarcoBianchi", "nobody-at-all"]) {
      await stella.getByRole("button", { name: /^Invite a/ }).click();
      const dialog = stella.getByRole("dialog");
      await input(dialog, "Username or email").fill(to);
      await input(dialog, "Tips").fill("65");
      await dialog.getByRole("button", { name: "Send the invitation" }).click();
      await expect(dialog).toBeHidden();
      await expect(stella.getByRole("row").filter({ hasText: to })).toContainText("Waits for an answer");
    }
    expect.soft(await seriousFindings(stella), "the invitations").toEqual([]);
  });

  await test.step("she reads what she would get, and accepts", async () => {
    await nina.goto("/account/performer/studio");
    await expect(nina.getByRole("heading", { name: "Velvet Rooms invites you" })).toBeVisible();
    await expect(nina.getByText("65.00 %")).toBeVisible();
    expect.soft(await seriousFindings(nina), "an invitation").toEqual([]);
    await nina.getByRole("button", { name: "Accept" }).click();
    await expect(nina.getByRole("heading", { name: "Velvet Rooms", exact: true })).toBeVisible();
    await stella.goto("/studio/models");
    await expect(stella.getByRole("row").filter({ hasText: "MarcoBianchi" })).toContainText("Active");
  });

  await test.step("somebody who works for the studio sees what they may, and their name is on what they do", async () => {
    const petra = await visit({ as: site.person("studio", "velvetdesk") });
    await petra.goto("/studio/models");
    const row = petra.getByRole("row").filter({ hasText: "MarcoBianchi" });
    await row.getByRole("button", { name: "Switch off MarcoBianchi" }).click();
    await petra.getByRole("dialog").getByRole("button", { name: "Switch off" }).click();
    await expect(row).toContainText("Inactive");
    const menu = petra.getByRole("navigation", { name: "Account" });
    await expect(menu.getByRole("link", { name: "Dashboard" })).toBeVisible();
    await expect(menu.getByRole("link", { name: "Payout requests" })).toHaveCount(0);
    expect((await petra.request.get("/api/earning/studio/stats")).status()).toBe(403);
    await stella.goto("/studio/staff?tab=history");
    await expect(stella.getByRole("row").filter({ hasText: "velvetdesk" }).first()).toContainText("MarcoBianchi");

    await stella.goto("/studio/staff");
    expect.soft(await seriousFindings(stella), "the staff").toEqual([]);
    await stella.getByRole("row").filter({ hasText: "velvetdesk" }).getByRole("button", { name: "Suspend" }).click();
    await stella.getByRole("dialog").getByRole("button", { name: "Suspend" }).click();
    await expect(stella.getByRole("row").filter({ hasText: "velvetdesk" })).toContainText("Suspended");
    await expect.poll(async () => (await petra.request.get("/api/studio/me")).status()).toBe(401);
  });

  await test.step("a member who is switched off leaves at once", async () => {
    await nina.reload();
    await nina.getByRole("button", { name: "Leave studio" }).click();
    await nina.getByRole("dialog").getByRole("button", { name: "Leave studio" }).click();
    await expect(toast(nina, "You have left velvetrooms.")).toBeVisible();
    await expect(nina.getByText("You belong to no studio")).toBeVisible();
  });

  await test.step("what each performer did is ordered, searched and saved", async () => {
    await stella.goto("/studio/models/stats");
    await stella.getByRole("button", { name: "Hours online" }).click();
    await expect(stella.getByRole("columnheader", { name: "Hours online" })).toHaveAttribute("aria-sort", "descending");
    const name = stella.getByRole("searchbox", { name: "Name" });
    await name.fill("lola");
    await name.press("Enter");
    await expect(stella.getByRole("row")).toHaveCount(2);
    expect.soft(await seriousFindings(stella), "the statistics").toEqual([]);
    const download = stella.waitForEvent("download");
    await stella.getByRole("link", { name: "CSV" }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toMatch(/^models-.*\.csv$/);
    expect(readFileSync(await saved.path(), "utf8")).toMatch(/\r\nLolaVega,/);
  });

  await test.step("the dashboard shows the period beside the one before", async () => {
    await stella.goto("/studio/dashboard");
    await expect(stella.getByRole("table", { name: "Tokens by day" })).toBeAttached();
    expect.soft(await seriousFindings(stella), "the dashboard").toEqual([]);
  });
});
