import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { seriousFindings } from "./axe";
import { expect, input, type Locator, type Page, test, toast } from "./test";

const drawing = new URL("../demo/media/performers/NovaRay-wide.jpg", import.meta.url).pathname;
const parcel = { deliveryAddress: "Lucien Example\n12 Rue de la Paix\nParis", postalCode: "75002", country: "FR" };

test("an order from its payment to its delivery, and another one that is cancelled", async ({ site, visit }) => {
  test.setTimeout(300_000);
  const nova = await visit({ as: site.person("performer", "NovaRay") });
  const ada = await visit({ as: site.person("admin") });
  const title = "A signed print";
  const productId = await sells(nova, title, { price: "15", type: "physical", stock: "5", image: drawing });
  await approve(ada, productId);

  const tom = await visit({ as: site.person("user", "lucien"), phone: true });
  const before = await wallet(tom);
  await tom.goto("/account/user/orders");
  await expect(tom.getByRole("heading", { level: 1, name: "Orders" })).toBeVisible();
  await nova.goto("/account/performer/orders");
  await expect(nova.getByRole("heading", { level: 1, name: "Orders" })).toBeVisible();

  const number = await test.step("a member buys two on a phone, and both sides see it at once", async () => {
    const { orderId } = await buys(tom, productId, { price: 15, quantity: 2, ...parcel });
    const waiting = nova.getByRole("region", { name: "To begin with" });
    await expect(waiting.getByText(`2 × ${title}`)).toBeVisible();
    await expect(nova.getByText("30 tokens are held.")).toBeVisible();
    expect.soft(await seriousFindings(nova), "what waits").toEqual([]);
    expect(await wallet(tom)).toBe(before - 30);
    await expect(tom.getByText(`2 × ${title}`)).toBeVisible();
    await tom.getByRole("link", { name: "Details of the order" }).first().click();
    await expect(tom).toHaveURL(`/account/user/orders/${orderId}`);
    await expect(tom.getByText("We hold your 30 tokens until it is shipped.")).toBeVisible();
    await expect(tom.getByText("12 Rue de la Paix")).toBeVisible();
    await expect(tom.getByRole("button", { name: "Cancel the order" })).toBeVisible();
    expect.soft(await seriousFindings(tom), "the buyer's order").toEqual([]);
    return (await tom.getByRole("heading", { level: 1 }).innerText()).replace("Order ", "");
  });

  await test.step("the performer begins with it, and it cannot be cancelled any more", async () => {
    await nova.getByRole("button", { name: `Start processing the order ${number}` }).click();
    await expect(toast(nova, "1 order is being processed.")).toBeVisible();
    await expect(step(tom, "Processing")).toHaveAttribute("aria-current", "step");
    await expect(tom.getByRole("button", { name: "Cancel the order" })).toHaveCount(0);
  });

  await test.step("ships it: the parcel's slip is there, and a wrong address is said", async () => {
    await nova.getByRole("link", { name: number, exact: true }).first().click();
    await expect(nova.getByText("12 Rue de la Paix")).toBeVisible();
    await expect(nova.getByText("30 tokens are held until you ship it.")).toBeVisible();
    const slip = await nova.getByRole("link", { name: "Packing slip" }).getAttribute("href");
    const pdf = await nova.request.get(slip ?? "");
    expect([pdf.status(), pdf.headers()["content-type"]]).toEqual([200, "application/pdf"]);
    await nova.getByRole("button", { name: "Mark as shipped" }).click();
    const form = nova.getByRole("dialog", { name: `Ship order ${number}` });
    await input(form, "Carrier").fill("La Poste");
    await input(form, "Tracking number").fill("6A12345678901");
    await input(form, "Tracking address").fill("http://laposte.example/6A12345678901");
    await form.getByRole("button", { name: "Mark as shipped" }).click();
    await expect(form.getByText("Must be an https address")).toBeVisible();
    expect.soft(await seriousFindings(nova), "the shipment").toEqual([]);
    await input(form, "Tracking address").fill("https://laposte.example/6A12345678901");
    await form.getByRole("button", { name: "Mark as shipped" }).click();
    await expect(toast(nova, `Order ${number} is shipped.`)).toBeVisible();
    await expect(nova.getByText("Your share of the tokens is in your earnings.")).toBeVisible();
    expect.soft(await seriousFindings(nova), "the seller's order").toEqual([]);
  });

  await test.step("the buyer sees where the parcel is, without asking again", async () => {
    await expect(toast(tom, `Order ${number} is on its way.`)).toBeVisible();
    await expect(tom.getByText("6A12345678901")).toBeVisible();
    const link = tom.getByRole("link", { name: "Follow the parcel" });
    await expect(link).toHaveAttribute("href", "https://laposte.example/6A12345678901");
    await expect(tom.getByRole("button", { name: "Ask for a refund of 30 tokens" })).toBeVisible();
  });

  await test.step("a wrong number is corrected, and the buyer sees both", async () => {
    await nova.getByRole("button", { name: "Correct it" }).click();
    const form = nova.getByRole("dialog", { name: `Correct the tracking of order ${number}` });
    await expect(input(form, "Carrier")).toHaveValue("La Poste");
    await input(form, "Tracking number").fill("6A12345678902");
    expect.soft(await seriousFindings(nova), "the correction").toEqual([]);
    await form.getByRole("button", { name: "Correct the tracking" }).click();
    await expect(toast(nova, "The tracking is corrected.")).toBeVisible();
    await expect(toast(tom, `The tracking of order ${number} was corrected.`)).toBeVisible();
    await expect(tom.getByText("6A12345678902")).toBeVisible();
    await expect(tom.getByRole("list", { name: "Corrected" })).toContainText("La Poste, 6A12345678901");
  });

  await test.step("the seller finds the orders of the product from its page", async () => {
    await nova.goto(`/account/performer/products/${productId}`);
    await nova.getByRole("link", { name: "Orders of it" }).click();
    await expect(nova.getByText("Only orders of")).toBeVisible();
    await expect(nova.getByRole("link", { name: number, exact: true })).toBeVisible();
    expect.soft(await seriousFindings(nova), "the orders of one product").toEqual([]);
  });

  await test.step("another order is cancelled, and its tokens are back", async () => {
    const { orderId } = await buys(tom, productId, { price: 15, quantity: 1, ...parcel });
    expect(await wallet(tom)).toBe(before - 45);
    await tom.goto(`/account/user/orders/${orderId}`);
    await tom.getByRole("button", { name: "Cancel the order" }).click();
    const question = tom.getByRole("dialog", { name: "Cancel this order?" });
    await expect(question.getByText("15 tokens come back to your wallet at once")).toBeVisible();
    expect.soft(await seriousFindings(tom), "the question").toEqual([]);
    await question.getByRole("button", { name: "Cancel the order" }).click();
    await expect(toast(tom, "The order is cancelled. 15 tokens are back in your wallet.")).toBeVisible();
    await expect(step(tom, "Cancelled")).toHaveAttribute("aria-current", "step");
    expect(await wallet(tom)).toBe(before - 30);
    await expect(toast(nova, "was cancelled: do not send it.")).toBeVisible();
  });

  await test.step("staff find the order, and refund it for a reason", async () => {
    await ada.goto(`/admin/orders?q=${number}`);
    await ada.getByRole("button", { name: `Details of the order ${number}` }).click();
    const file = ada.getByRole("dialog", { name: `Order ${number}` });
    await input(file, "Reason").fill("It arrived broken in two.");
    await file.getByRole("button", { name: "Refund the order" }).click();
    await expect(toast(ada, `Order ${number} is refunded.`)).toBeVisible();
    await expect.poll(() => wallet(tom)).toBe(before);
  });
});

test("a download is asked for where it was ordered, and says how many are left", async ({ site, visit }) => {
  const nova = await visit({ as: site.person("performer", "NovaRay") });
  const file = new URL("../demo/media/performers/NovaRay-portrait.jpg", import.meta.url).pathname;
  const productId = await sells(nova, "A wallpaper", { price: "9", type: "digital", image: drawing, digitalFile: file });
  await approve(await visit({ as: site.person("admin") }), productId);
  const tom = await visit({ as: site.person("user", "lucien"), phone: true });
  const { orderId } = await buys(tom, productId, { price: 9 });
  await tom.goto(`/account/user/orders/${orderId}`);
  const download = tom.waitForEvent("download");
  await tom.getByRole("button", { name: "Download" }).click();
  expect((await download).suggestedFilename()).toBe("NovaRay-portrait.jpg");
  await expect(tom.getByText("4 downloads of 5 left in these 24 hours.")).toBeVisible();
  expect.soft(await seriousFindings(tom), "a download's order").toEqual([]);
});

function step(page: Page, name: string): Locator {
  return page.getByRole("list", { name: "Progress" }).getByRole("listitem").filter({ hasText: name });
}

type Product = Record<"price" | "type" | "image", string> & { stock?: string; digitalFile?: string };

/** Makes a product and submits it, as a performer's page does. Answers its id. */
async function sells(page: Page, title: string, { image, digitalFile, ...facts }: Product): Promise<string> {
  const path = "/api/performer/performer-assets/products";
  const multipart = new FormData();
  for (const [name, value] of Object.entries({ title, ...facts })) multipart.append(name, value);
  for (const [name, file] of Object.entries({ image, digitalFile })) {
    if (file !== undefined) multipart.append(name, fileOf(file));
  }
  const made = await page.request.post(path, { multipart });
  expect(made.ok(), await made.text()).toBe(true);
  const { _id } = (await made.json()).data;
  const consents = { onlyMe: true, adults: true, depicted: true, published: true, downloadable: true };
  const submitted = await page.request.post(`${path}/${_id}/submit`, { data: { consents } });
  expect(submitted.ok(), await submitted.text()).toBe(true);
  return _id;
}

function fileOf(path: string): File {
  return new File([readFileSync(path)], basename(path), { type: "image/jpeg" });
}

/** Lets what waits be sold, as the queue's page does. */
async function approve(page: Page, assetId: string) {
  const queue = await page.request.get("/api/admin/asset-reviews?limit=25");
  const waiting: { _id: string; version: number }[] = (await queue.json()).data.data;
  const version = waiting.find(({ _id }) => _id === assetId)?.version;
  const answer = await page.request.post(`/api/admin/asset-reviews/${assetId}/approve`, { data: { version } });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Buys a product by the API, as its page does. */
async function buys(page: Page, productId: string, data: Record<string, unknown>): Promise<{ orderId: string }> {
  const answer = await page.request.post(`/api/purchase-items/product/${productId}`, {
    headers: { "Idempotency-Key": randomUUID() },
    data,
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()).data;
}

async function wallet(page: Page): Promise<number> {
  return (await (await page.request.get("/api/users/me")).json()).data.balance;
}
