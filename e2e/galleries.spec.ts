import { expect, input, type Page, test, toast } from "./test";

test("a performer fills a gallery, an admin approves it, and both are told", async ({ site, visit }) => {
  test.setTimeout(300_000);
  const nova = await visit({ as: site.person("performer", "NovaRay") });
  const ada = await visit({ as: site.person("admin", "ada") });

  await test.step("she begins one with a title and a price", async () => {
    await nova.goto("/account/performer/galleries");
    await nova.getByRole("button", { name: "New gallery" }).click();
    const dialog = nova.getByRole("dialog", { name: "New gallery" });
    await input(nova, "Title").fill("Neon nights");
    await input(nova, "Price").fill("2.5");
    await dialog.getByRole("button", { name: "Create" }).click();
    await expect(dialog.getByText("Must be a whole number of tokens")).toBeVisible();
    await expect(input(nova, "Title")).toHaveValue("Neon nights");
    await input(nova, "Price").fill("35");
    await dialog.getByRole("button", { name: "Create" }).click();
    await expect(nova.getByRole("heading", { name: "Neon nights" })).toBeVisible();
    await expect(nova.getByRole("button", { name: "Submit for review" })).toBeDisabled();
  });

  await test.step("photos are sent; what is no picture is refused before and after sending", async () => {
    const picture = await nova.screenshot();
    const named = (name: string, buffer = picture) => ({ name, mimeType: "image/png", buffer });
    await nova
      .getByLabel("Add your photos")
      .setInputFiles([named("a.png"), named("b.png"), named("me.svg"), named("c.png", Buffer.from("no picture"))]);
    const refused = nova.getByRole("alert").filter({ hasText: "2 files were not taken" });
    await expect(refused.getByText("You can only upload jpg, jpeg, png, webp, gif file!")).toHaveCount(2);
    await expect(tiles(nova)).toHaveCount(2);
    await refused.getByRole("button", { name: "Dismiss" }).click();
    await expect(refused).toHaveCount(0);
  });

  await test.step("they stand in another order, by keyboard and by mouse, also after a reload", async () => {
    const [first, second] = await order(nova);
    const handle = nova.getByRole("button", { name: "Move photo 1 of 2" });
    await handle.focus();
    await nova.keyboard.press("Space");
    await nova.keyboard.press("ArrowRight");
    await nova.keyboard.press("Space");
    await expect.poll(() => order(nova)).toEqual([second, first]);
    await tiles(nova).nth(0).dragTo(tiles(nova).nth(1), { steps: 8 });
    await expect.poll(() => order(nova)).toEqual([first, second]);
    await nova.reload();
    await expect.poll(() => order(nova)).toEqual([first, second]);
  });

  await test.step("she says who is to be seen, and it waits", async () => {
    await nova.getByRole("button", { name: "Submit for review" }).click();
    const dialog = nova.getByRole("dialog", { name: "Submit 2 photos" });
    await dialog.getByText("Only me").click();
    await dialog.getByRole("button", { name: "Confirm and submit" }).click();
    await expect(dialog.getByText("This field is required!")).toHaveCount(4);
    for (const box of await dialog.getByRole("checkbox").all()) await box.check();
    await dialog.getByRole("button", { name: "Confirm and submit" }).click();
    await expect(nova.getByRole("region", { name: "State" })).toContainText("In review");
  });

  await test.step("an admin looks at both and approves by a key; she hears of it", async () => {
    await ada.goto("/admin/asset-reviews");
    while (!(await ada.getByRole("heading", { name: "Neon nights" }).isVisible())) {
      await ada.getByRole("button", { name: "Next", exact: true }).click();
      await expect(ada.getByText("Photo 1 of")).toBeVisible();
    }
    await ada.keyboard.press("ArrowRight");
    await expect(ada.getByText("Photo 2 of 2")).toBeVisible();
    await ada.keyboard.press("a");
    await expect(toast(ada, "“Neon nights” is on sale.")).toBeVisible();
    await expect(toast(nova, "Your gallery is on sale.")).toBeVisible();
    await expect(nova.getByRole("region", { name: "State" })).toContainText("On sale");
  });
});

function tiles(page: Page) {
  return page.getByRole("list", { name: "Photos" }).locator("[data-reorder]");
}

function order(page: Page): Promise<(string | null)[]> {
  return tiles(page).evaluateAll((all) => all.map((tile) => tile.getAttribute("data-reorder")));
}
