import { seriousFindings } from "./axe";
import { picture } from "./room";
import { answers, asksFor, asksToBePrivate, expectBalance, expectHeard, figure, goesLive, receipt, setsUp, wallet } from "./shows";
import { expect, expectMoving, input, type Page, test } from "./test";

const name = "Yuna Park";

test("a look into a private show: paid by the window, and nobody says who looks", async ({ site, visit }) => {
  test.setTimeout(360_000);
  await site.settings({ freeSeconds: 0 });
  const [yuna, tom, eve] = await Promise.all([
    visit({ as: site.person("performer", "YunaPark") }),
    visit({ as: site.person("user", "kitkat") }),
    visit({ as: site.person("user", "vapor9") }),
  ]);
  const looking = eve.getByRole("dialog", { name: `Look into the show of ${name}` });
  const seen = looking.locator("video");

  await test.step("a private show goes on", async () => {
    await asksFor(yuna, "Private show", 60);
    await goesLive(yuna, "Tea and vinyl");
    await tom.goto("/room/YunaPark");
    await asksToBePrivate(tom);
    await answers(yuna, "kitkat", "Accept");
    await expect(figure(tom, "Your meter", "Minutes")).toHaveText("1");
    await expectMoving(picture(tom, name));
  });
  const before = await test.step("nobody may look in as long as she has not said so", async () => {
    await eve.goto("/room/YunaPark");
    await expect(eve.getByText(`${name} is in a private show`)).toBeVisible();
    await expect(eve.getByRole("button", { name: "Look in" })).toHaveCount(0);
    return wallet(eve);
  });

  await test.step("she sells looks of forty seconds", async () => {
    const office = await yuna.context().newPage();
    await setsUp(office, "Private and group shows", async (form) => {
      await form.getByText("Sell peeks into private shows").click();
      await form.getByText("People who look in hear me").click();
      await input(form, "Price of a peek").fill("10");
      await input(form, "Length of a peek").fill("40");
    });
    await office.close();
    await eve.reload();
  });

  await test.step("a third pays for one; the two of them see how many look in, and not who", async () => {
    await eve.getByRole("button", { name: "Look in" }).click();
    await expect(looking.getByText(/^You see and hear the show for 40 seconds, without the chat/)).toBeVisible();
    await looking.getByRole("button", { name: "Look in for 10 tokens" }).click();
    for (const page of [yuna, tom]) {
      await expect(page.getByText("1 person looks in")).toBeVisible();
      await expect(page.getByText("vapor9")).toHaveCount(0);
    }
  });

  await test.step("the third sees and hears her", async () => {
    await expectMoving(seen);
    await expectHeard(eve);
    await expectBalance(eve, before - 10);
    for (const page of [eve, yuna, tom]) expect.soft(await seriousFindings(page), page.url()).toEqual([]);
  });

  await test.step("the window ends, and with it the picture", async () => {
    await expect(looking.getByText("Your look is over.")).toBeVisible({ timeout: 75_000 });
    await expect(seen).toHaveCount(0);
    for (const page of [yuna, tom]) await expect(page.getByText("looks in")).toHaveCount(0);
    await expectBalance(eve, before - 10);
  });

  await test.step("looking again is another ten; the end of the show gives back what is left", async () => {
    await looking.getByRole("button", { name: "Look again" }).click();
    await looking.getByRole("button", { name: "Look in for 10 tokens" }).click();
    await expectBalance(eve, before - 20);
    await expect(yuna.getByText("1 person looks in")).toBeVisible();
    await ends(yuna);
    await expect(looking.getByText("Your look is over. What was not used of it was given back.")).toBeVisible();
    await expect.poll(() => wallet(eve)).toBeGreaterThan(before - 20);
    expect(await wallet(eve)).toBeLessThan(before - 10);
  });

  await test.step("on her receipt she reads who looked in", async () => {
    const rows = receipt(yuna).getByRole("row");
    await expect(rows).toContainText(["Earned", "kitkat", "vapor9", "vapor9"]);
    await expect(rows.filter({ hasText: "vapor9" }).first()).toContainText("1 look");
    await expect(receipt(tom)).not.toContainText("vapor9");
  });
});

async function ends(yuna: Page) {
  await yuna.getByRole("button", { name: "End the show" }).click();
  await yuna.getByRole("button", { name: "End the show now" }).click();
  await expect(receipt(yuna)).toBeVisible();
}
