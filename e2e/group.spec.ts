import { seriousFindings } from "./axe";
import { line, picture, says } from "./room";
import { asksFor, entry, expectBalance, expectHeard, figure, receipt, tokensIn, wallet } from "./shows";
import { expect, expectMoving, input, type Page, test } from "./test";

const name = "Serena Fox";

test("a group show: seats, meters of one's own, and a receipt for each", async ({ site, visit }) => {
  test.setTimeout(420_000);
  await site.settings({ freeSeconds: 0 });
  const [serena, tom, eve, kit, poor] = await Promise.all([
    visit({ as: site.person("performer", "SerenaFox") }),
    visit({ as: site.person("user", "vapor9") }),
    visit({ as: site.person("user", "quietriot"), phone: true }),
    visit({ as: site.person("user", "kitkat") }),
    visit({ as: await site.newcomer("penniless") }),
  ]);
  const members = [tom, eve, kit];
  const earnedBefore = await wallet(serena);

  await test.step("she announces it: it waits for two of at most three", async () => {
    await asksFor(serena, "Group show", 50);
    await serena.getByRole("link", { name: "Group Chat" }).click();
    await expectMoving(serena.locator("main video"));
    await input(serena, "Title").fill("Three at the piano");
    await input(serena, "Starts with").fill("2");
    await input(serena, "At most").fill("3");
    await serena.getByRole("button", { name: "Start the group show" }).click();
    await expect(serena.getByText("0 of 3 seats taken · 2 more are needed to start")).toBeVisible();
    await expect(serena.getByText("No one has a seat yet")).toBeVisible();
  });
  const before = new Map<Page, number>();

  await test.step("the first finds the way from her room, and waits for nothing", async () => {
    await tom.goto("/room/SerenaFox");
    await expect(tom.getByText(`${name} is in a group show`)).toBeVisible();
    before.set(tom, await wallet(tom));
    await tom.getByRole("link", { name: "Join the group show" }).click();
    await expect(tom.getByText("50 tokens a minute")).toBeVisible();
    await takesSeat(tom);
    await expect(tom.getByText("You have a seat. The show starts by itself; nothing is charged before.")).toBeVisible();
    await expect(serena.getByText("1 of 3 seats taken · 1 more is needed to start")).toBeVisible();
    expect(await wallet(tom)).toBe(before.get(tom));
  });

  await test.step("whoever cannot pay a minute is refused, and told what is missing", async () => {
    await poor.goto("/live/groupchat/SerenaFox");
    await takesSeat(poor);
    await expect(poor.getByText("50 tokens are missing", { exact: false })).toBeVisible();
    await expect(people(serena)).toHaveCount(1);
  });

  await test.step("the second comes by phone: it starts, and each pays alone", async () => {
    await eve.goto("/live/groupchat/SerenaFox");
    before.set(eve, await wallet(eve));
    await takesSeat(eve);
    for (const page of [tom, eve]) {
      await expectMoving(picture(page, name));
      await expect(figure(page, "Your meter", "Minutes")).toHaveText(/^\d$/);
    }
    await expect(people(tom)).toContainText(["vapor9", "quietriot"]);
    await eve.getByRole("button", { name: "People in this show" }).click();
    await expect(people(eve)).toContainText(["vapor9", "quietriot"]);
    await eve.keyboard.press("Escape");
    await expectHeard(tom);
    await expect(people(serena)).toContainText(["vapor9", "quietriot"]);
    await expect(serena.getByText("Everybody pays 50 tokens a minute.")).toBeVisible();
  });

  await test.step("the third comes late, and pays from then on", async () => {
    await kit.goto("/live/groupchat/SerenaFox");
    before.set(kit, await wallet(kit));
    await takesSeat(kit);
    await expect(figure(kit, "Your meter", "Minutes")).toHaveText("1");
    await expectBalance(kit, (before.get(kit) ?? 0) - 100); // one paid, one held ahead
    await expectMoving(picture(kit, name));
    for (const page of [tom, kit, serena]) await expect(people(page)).toHaveCount(3);
  });

  await test.step("a fourth finds no seat", async () => {
    await takesSeat(poor);
    await expect(poor.getByText("Every seat of this group show is taken.")).toBeVisible();
  });

  await test.step("all of them talk, and nobody outside reads it", async () => {
    await says(eve, "Hello from the train.");
    await says(serena, "Hello, you three.");
    for (const page of [...members, serena]) {
      await expect(line(page, "Hello from the train.")).toBeVisible();
      await expect(line(page, "Hello, you three.")).toBeVisible();
    }
    await expect(poor.getByText("Hello, you three.")).toHaveCount(0);
  });

  await test.step("the pages have no serious accessibility finding", async () => {
    for (const page of [serena, tom, eve, poor]) expect.soft(await seriousFindings(page), page.url()).toEqual([]);
  });

  await test.step("everybody's minutes go on, each by their own clock", async () => {
    const [minutes, spent] = ["Minutes", "Spent"].map((of) => figure(kit, "Your meter", of));
    if (minutes === undefined || spent === undefined) throw new Error("no meter");
    await expect.poll(() => tokensIn(minutes), { timeout: 75_000 }).toBeGreaterThan(1);
    await expect.poll(async () => (await tokensIn(spent)) / (await tokensIn(minutes))).toBe(50);
    await expect(people(serena).filter({ hasText: "vapor9" })).toContainText(/[2-9] minutes/);
  });

  await test.step("one leaves: the running minute is kept, the rest of the hold is back", async () => {
    await eve.getByRole("button", { name: "Leave", exact: true }).click();
    await eve.getByRole("dialog").getByRole("button", { name: "Leave", exact: true }).click();
    await expect(receipt(eve)).toContainText("You have left.");
    await expectPaid(eve, before.get(eve) ?? 0);
    await expect(entry(eve, "Refunded to you")).toHaveCount(0);
    await expect(people(serena)).toContainText(["vapor9", "kitkat"]);
    await expect(people(tom)).toHaveCount(2);
  });

  await test.step("she ends it: what was not used returns, and she reads what each brought", async () => {
    await serena.getByRole("button", { name: "End show" }).click();
    await serena.getByRole("button", { name: "End the show" }).click();
    let sum = await tokensIn(receipt(eve).getByText(/tokens?$/).first());
    for (const page of [tom, kit]) {
      await expect(receipt(page)).toContainText(`${name} has left.`);
      expect(await tokensIn(entry(page, "Refunded to you"))).toBeGreaterThan(0);
      const paid = await expectPaid(page, before.get(page) ?? 0);
      await expectBalance(page, (before.get(page) ?? 0) - paid);
      sum += paid;
    }
    const rows = receipt(serena).getByRole("row");
    await expect(rows).toHaveCount(4);
    await expect(rows).toContainText(["Earned", "vapor9", "quietriot", "kitkat"]);
    const earned = await tokensIn(receipt(serena).getByText(/tokens?$/).first());
    expect(earned).toBeCloseTo(sum * 0.8, 1);
    await expectBalance(serena, earnedBefore + earned);
  });
});

const takesSeat = (page: Page) => page.getByRole("button", { name: /^Take a seat/ }).click();

/** Who has a seat, as this page shows it. */
const people = (page: Page) => page.getByRole("list", { name: "People in this show" }).getByRole("listitem");

/** What a member paid, the same on the receipt and in the balance. (On a phone this page has no header.) */
async function expectPaid(page: Page, before: number): Promise<number> {
  const paid = await tokensIn(receipt(page).getByText(/tokens?$/).first());
  expect(paid).toBeGreaterThan(0);
  await expect.poll(() => wallet(page)).toBeCloseTo(before - paid, 2);
  return paid;
}
