import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { BuyingContext, type Offer } from "@/store/buying";
import { forgetUndoable } from "@/store/undoable";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import ProductPage from "./ProductPage";
import { photos, product } from "./testing";

beforeEach(() => forgetUndoable("product", "t1"));

const digital = { type: "digital", isSoldOut: false, fileName: "pack.zip", fileSize: 2_400_000 };

const order = (changes = {}) => ({
  _id: "o1",
  orderNumber: "7K2M9QXA",
  productId: "t1",
  quantity: 2,
  status: "created",
  createdAt: "2026-11-20T12:00:00Z",
  ...changes,
});

/** The product's page to Tom, and what he is asked to buy. */
async function show(changes = {}, ordered = 1) {
  const offers: Offer[] = [];
  server.use(
    http.get("*/api/user/performer-assets/products/t1/view", () =>
      HttpResponse.json({ data: product(changes) }),
    ),
    http.get("*/api/user/performer-assets/photos/t1/search", () =>
      HttpResponse.json({ data: { data: photos(true), total: 3 } }),
    ),
    http.get("*/api/orders/user/search", ({ request }) => {
      const productId = new URL(request.url).searchParams.get("productId");
      const all = [order(), order({ _id: "o2", productId: "other" })];
      const data = all.filter((one) => one.productId === productId);
      return HttpResponse.json({ data: { data, total: ordered } });
    }),
  );
  const page = (
    <BuyingContext value={{ buy: (offer) => offers.push(offer), prepare: () => {} }}>
      <ProductPage />
    </BuyingContext>
  );
  const drawn = await render(page, {
    session: people.tom,
    path: "/product/t1",
    route: "/product/$id",
    pages: ["/room/$username", "/cams", "/account/user/orders/$id", "/account/user/orders"],
  });
  await screen.findByRole("heading", { level: 1, name: "Signed print" });
  return { ...drawn, offers };
}

test("as many as there are can be bought, and the price is that of all", async () => {
  const { user, offers } = await show();
  expect(screen.getByText("3 left")).toBeTruthy();
  const more = screen.getByRole("button", { name: "One more" });
  await user.click(more);
  await user.click(more);
  expect(more.hasAttribute("disabled")).toBe(true);
  expect(screen.getByText("45")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Buy the product" }));
  expect(offers).toMatchObject([{ id: "t1", price: 15, parcel: { left: 3, quantity: 3 } }]);
});

test("what is sold out says so and is not offered", async () => {
  await show({ product: { type: "physical", stock: 0, isSoldOut: true } });
  const button = screen.getByRole("button", { name: "Sold out" });
  expect(button.hasAttribute("disabled")).toBe(true);
  expect(screen.queryByLabelText("Quantity")).toBeNull();
});

test("its pictures are chosen below it and open on the whole screen", async () => {
  const { user } = await show();
  await user.click(await screen.findByRole("button", { name: "Show picture 2 of 3" }));
  await user.click(screen.getByRole("button", { name: "Open picture 2 of 3" }));
  expect(await screen.findByRole("dialog", { name: "Pictures of “Signed print”" })).toBeTruthy();
  expect(screen.getByText("2 / 3")).toBeTruthy();
});

test("what was bought has its orders, and may be bought again", async () => {
  await show({ isBought: true });
  const orders = within(await screen.findByRole("region", { name: "Your orders of it" }));
  const link = orders.getByRole("link");
  expect(link.textContent).toContain("Order 7K2M9QXA");
  expect(link.textContent).toContain("2 pieces · 20 Nov 2026 · Ordered");
  expect(link.getAttribute("href")).toBe("/account/user/orders/o1");
  expect(orders.queryByRole("link", { name: /^All/ })).toBeNull();
  expect(screen.getByRole("button", { name: "Buy it again" })).toBeTruthy();
});

test("of more orders than are shown all are a press away", async () => {
  await show({ isBought: true }, 4);
  const orders = within(await screen.findByRole("region", { name: "Your orders of it" }));
  const all = orders.getByRole("link", { name: "All 4 orders of it" });
  expect(all.getAttribute("href")).toBe("/account/user/orders?productId=t1");
});

test("a file is downloaded by a link, and how many are left is said", async () => {
  const followed: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    followed.push(this.getAttribute("href") ?? "");
  });
  server.use(
    http.get("*/api/user/performer-assets/products/t1/download-link", () =>
      HttpResponse.json({ data: { url: "/files/downloads/d1/mac", expiresAt: "", left: 4 } }),
    ),
  );
  const { user } = await show({ isBought: true, product: digital });
  expect(screen.getByText("2.4 MB · 5 downloads in 24 hours")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Buy/ })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Download" }));
  expect(await screen.findByText(/4 downloads of 5 left/)).toBeTruthy();
  expect(followed).toEqual(["/files/downloads/d1/mac"]);
});

test("who has had all downloads of a day reads when there are more", async () => {
  const message = "You have downloaded this 5 times in 24 hours. Try again later.";
  server.use(
    http.get("*/api/user/performer-assets/products/t1/download-link", () =>
      HttpResponse.json({ statusCode: 429, message, error: "download_limit" }, { status: 429 }),
    ),
  );
  const { user } = await show({ isBought: true, product: digital });
  await user.click(screen.getByRole("button", { name: "Download" }));
  expect((await screen.findByRole("alert")).textContent).toBe(message);
});
