import { expect, expectShown, type Page, test, toast } from "./test";

/** A picture whose left half is red and whose right half is blue. */
async function halves(page: Page): Promise<Buffer> {
  const address = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [1200, 600];
    const pen = canvas.getContext("2d");
    for (const [x, colour] of [[0, "red"], [600, "blue"]] as const) {
      if (pen) pen.fillStyle = colour;
      pen?.fillRect(x, 0, 600, 600);
    }
    return canvas.toDataURL("image/png");
  });
  return Buffer.from(address.slice(address.indexOf(",") + 1), "base64");
}

/** The size of a picture, and how red and blue it is in the middle. */
async function drawn(page: Page, src: string) {
  return page.evaluate(async (address) => {
    const picture = new Image();
    picture.src = address;
    await picture.decode();
    const pen = document.createElement("canvas").getContext("2d");
    pen?.drawImage(picture, 0, 0, 3, 3);
    const [red = 0, , blue = 0] = pen?.getImageData(1, 1, 1, 1).data ?? [];
    return { square: picture.naturalWidth === picture.naturalHeight, red, blue };
  }, src);
}

test("the part of a picture that was chosen, and no other, becomes the avatar", async ({ site, visit }) => {
  const amara = await visit({ as: site.person("performer", "AmaraSol"), phone: true });
  await amara.goto("/account/performer/profile");
  await expectShown(amara);
  const chosen = { name: "halves.png", mimeType: "image/png", buffer: await halves(amara) };
  const field = amara.getByLabel("Change the picture: Avatar");
  const dialog = amara.getByRole("dialog", { name: "Choose the part that is shown" });

  await test.step("who goes back changes nothing", async () => {
    const before = await amara.locator("#picture-avatar img").getAttribute("src");
    await field.setInputFiles(chosen);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toHaveCount(0);
    await expect(amara.locator("#picture-avatar img")).toHaveAttribute("src", before ?? "");
  });

  await test.step("the arrow keys move the part to the right end", async () => {
    await field.setInputFiles(chosen);
    const part = dialog.getByLabel("The part that is shown");
    await part.focus();
    for (let step = 0; step < 40; step++) await part.press("ArrowRight");
    await dialog.getByRole("button", { name: "Use this part" }).click();
    await expect(toast(amara, "Avatar changed")).toBeVisible();
  });

  const shown = await amara.locator("#picture-avatar img").getAttribute("src");
  const { square, red, blue } = await drawn(amara, shown ?? "");
  expect(square).toBe(true);
  expect(Math.abs(red - blue), `red ${red}, blue ${blue}`).toBeGreaterThan(150);
});
