import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import type { OwnAsset } from "@/store/own";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import ProductPage from "./ProductPage";
import ProductsPage from "./ProductsPage";
import {
  answerUploads,
  assetsPath,
  galleryOfNina,
  keepWithFiles,
  mediumOfNina,
  photoOfNina,
} from "./testing";

afterEach(() => sessionStorage.clear());

const poster = (changes: Partial<OwnAsset> = {}) =>
  galleryOfNina({
    _id: "pr1",
    type: "product",
    title: "Poster",
    photos: [photoOfNina(1)],
    product: { type: "physical", stock: 3, isTypeFixed: false },
    ...changes,
  });

async function open(changes: Partial<OwnAsset> = {}) {
  answerUploads();
  const kept = keepWithFiles(poster(changes));
  const page = await render(<ProductPage />, {
    session: people.nina,
    path: "/account/performer/products/pr1",
    route: "/account/performer/products/$id",
    pages: ["/account/performer/products", "/account/performer/orders"],
  });
  await screen.findByRole("heading", { name: "Poster" });
  await screen.findByRole("group", { name: "Type" }); // its file comes a moment later
  return { ...page, ...kept };
}

test("the stock is sent with the one that was seen; one that changed meanwhile is shown", async () => {
  const { user, calls, answer } = await open();
  const stock = () => screen.getByLabelText(/^In stock/);
  await user.clear(stock());
  await user.type(stock(), "2.5");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Must be a whole number")).toBeTruthy();
  await user.clear(stock());
  await user.type(stock(), "10");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Saved")).toBeTruthy();
  expect(calls).toEqual([expect.objectContaining({ stock: "10", wasStock: "3" })]);

  const message = "The stock has changed. Please look at it again.";
  server.use(
    http.put(`${assetsPath}/products/pr1`, () =>
      HttpResponse.json({ statusCode: 409, error: "changed_elsewhere", message }, { status: 409 }),
    ),
  );
  answer({ product: { type: "physical", stock: 1, isTypeFixed: true } });
  await user.clear(stock());
  await user.type(stock(), "20");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText(message)).toBeTruthy();
  expect(stock()).toHaveProperty("value", "1");
});

test("a digital one needs its file, and the type of one that was sold stays", async () => {
  await open({ product: { type: "digital", isTypeFixed: true } });
  expect(screen.getByText("Add the file that buyers download")).toBeTruthy();
  expect(await screen.findByLabelText(/^Add the file/)).toBeTruthy();
  expect(screen.getByRole("radio", { name: /Digital/ })).toHaveProperty("checked", true);
  expect(screen.getByRole("group", { name: "Type" })).toHaveProperty("disabled", true);
  expect(screen.queryByLabelText(/^In stock/)).toBeNull();
});

test("one with its file may be submitted; the sold one leads to the orders", async () => {
  const { state: _, ...file } = mediumOfNina({ purpose: "digitalFile", name: "pics.zip" });
  await open({ product: { type: "digital", isTypeFixed: false }, media: [file], sold: 2 });
  expect(screen.getByText("The file is here")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Submit for review" })).toHaveProperty(
    "disabled",
    false,
  );
  expect(screen.getByRole("link", { name: "Orders of it" }).getAttribute("href")).toBe(
    "/account/performer/orders?productId=pr1",
  );
});

test("a new one says what it is; in the list a sold out one is marked", async () => {
  answerUploads();
  const sent: unknown[] = [];
  const soldOut = poster({ product: { type: "physical", stock: 0, isTypeFixed: true } });
  server.use(
    http.get(`${assetsPath}/products/search`, () =>
      HttpResponse.json({ data: { data: [soldOut], total: 1 } }),
    ),
    http.post(`${assetsPath}/products`, async ({ request }) => {
      sent.push(Object.fromEntries(await request.formData()));
      return HttpResponse.json({ data: poster({ _id: "new" }) });
    }),
  );
  const { user, router } = await render(<ProductsPage />, {
    session: people.nina,
    path: "/account/performer/products",
    pages: ["/account/performer/products/$id"],
  });
  expect(await screen.findByText("Sold out")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "New product" }));
  await user.click(await screen.findByRole("button", { name: "Create" }));
  expect(await screen.findAllByText("This field is required!")).toHaveLength(3);
  await user.click(screen.getByRole("radio", { name: /Physical/ }));
  await user.type(screen.getByLabelText(/^Title/), "Calendar");
  await user.type(screen.getByLabelText(/^Price/), "30");
  await user.type(screen.getByLabelText(/^In stock/), "7");
  await user.click(screen.getByRole("button", { name: "Create" }));
  await waitFor(() =>
    expect(router.state.location.pathname).toBe("/account/performer/products/new"),
  );
  expect(sent).toEqual([{ type: "physical", title: "Calendar", price: "30", stock: "7" }]);
});
