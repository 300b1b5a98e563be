import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { paths } from "@/app/paths";
import { sold } from "@/orders/testing";
import type { SoldOrder } from "@/orders/types";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import SoldOrderPage from "./SoldOrderPage";
import SoldOrdersPage from "./SoldOrdersPage";

const listScene = {
  session: people.nina,
  path: paths.performer.orders(),
  pages: [paths.performer.order("$id"), paths.performer.products()],
};
const scene = {
  session: people.nina,
  route: "/account/performer/orders/$id",
  path: paths.performer.order("o1"),
  pages: [paths.performer.orders()],
};

const list = (...data: unknown[]) => HttpResponse.json({ data: { data, total: data.length } });

/** Nina's orders, each in a status of its own. */
function desk(...orders: SoldOrder[]) {
  const sent: unknown[] = [];
  const kept = new Map(orders.map((order) => [order._id, order]));
  server.use(
    http.get("*/api/orders/search", ({ request }) => {
      const status = new URL(request.url).searchParams.get("status");
      return list(...[...kept.values()].filter((one) => !status || one.status === status));
    }),
    http.get("*/api/orders/details/:id", ({ params }) =>
      HttpResponse.json({ data: kept.get(String(params.id)) }),
    ),
    http.put("*/api/orders/:id/update", async ({ params, request }) => {
      const body: Partial<SoldOrder> = Object(await request.json());
      sent.push({ id: params.id, ...body });
      const before = kept.get(String(params.id)) ?? sold;
      const { dueAt: _, ...after } = { ...before, ...body };
      kept.set(before._id, after);
      return HttpResponse.json({ data: after });
    }),
  );
  return { sent };
}

const second: SoldOrder = { ...sold, _id: "o2", orderNumber: "A2BC-9DEF", price: 30, quantity: 1 };

test("what waits stands first with its deadline and what is held, and all is begun at once", async () => {
  const { sent } = desk(sold, second);
  const { user } = await render(<SoldOrdersPage />, listScene);
  expect(await screen.findByText(/150 tokens are held/)).toBeTruthy();
  const todo = within(screen.getByRole("region", { name: "To begin with" }));
  expect(todo.getByRole("row", { name: /K7PQ-3MWX/ }).textContent).toContain("120 tokens");
  await user.click(screen.getByRole("button", { name: "Start processing both" }));
  expect(await screen.findByText("2 orders are being processed.")).toBeTruthy();
  expect(sent).toEqual([
    { id: "o1", status: "processing" },
    { id: "o2", status: "processing" },
  ]);
  expect(await screen.findByRole("region", { name: "To ship" })).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("region", { name: "To begin with" })).toBeNull());
});

test("one that was cancelled meanwhile is named, and the other is begun with", async () => {
  const { sent } = desk(sold, second);
  const message = "The order has another status by now.";
  server.use(
    http.put("*/api/orders/o1/update", () =>
      HttpResponse.json({ statusCode: 409, message }, { status: 409 }),
    ),
  );
  const { user } = await render(<SoldOrdersPage />, listScene);
  await user.click(await screen.findByRole("button", { name: "Start processing both" }));
  expect(await screen.findByText("1 order is being processed.")).toBeTruthy();
  expect(await screen.findByText(`Order K7PQ-3MWX: ${message}`)).toBeTruthy();
  expect(sent).toEqual([{ id: "o2", status: "processing" }]);
});

test("nothing was ordered yet: the page says what will be here", async () => {
  desk();
  await render(<SoldOrdersPage />, listScene);
  expect(await screen.findByText("Nobody has ordered yet")).toBeTruthy();
  expect(screen.queryByRole("region", { name: "To begin with" })).toBeNull();
});

test("a parcel needs a carrier and a number, and an https address if any", async () => {
  const { sent } = desk({ ...sold, status: "processing" });
  const { user } = await render(<SoldOrderPage />, scene);
  expect(await screen.findByText("120 tokens are held until you ship it.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Mark as shipped" }));
  const form = within(await screen.findByRole("dialog", { name: "Ship order K7PQ-3MWX" }));
  const send = () => user.click(form.getByRole("button", { name: "Mark as shipped" }));
  await user.type(form.getByLabelText("Tracking address"), "http://dhl.example/1");
  await send();
  expect(form.getAllByText("This field is required!")).toHaveLength(2);
  expect(form.getByText("Must be an https address")).toBeTruthy();
  await user.type(form.getByLabelText(/^Carrier/), " DHL ");
  await user.type(form.getByLabelText(/^Tracking number/), "0034");
  await user.clear(form.getByLabelText("Tracking address"));
  await user.type(form.getByLabelText("Tracking address"), "https://dhl.example/1");
  await send();
  expect(await screen.findByText("Order K7PQ-3MWX is shipped. tom can follow it.")).toBeTruthy();
  expect(sent).toEqual([
    {
      id: "o1",
      status: "shipped",
      carrier: "DHL",
      trackingNumber: "0034",
      trackingUrl: "https://dhl.example/1",
    },
  ]);
  expect(await screen.findByText("Your share of the tokens is in your earnings.")).toBeTruthy();
});

test("a refund says what happens to the tokens, and takes a note along", async () => {
  const { sent } = desk(sold);
  const { user } = await render(<SoldOrderPage />, scene);
  await user.click(await screen.findByRole("button", { name: "Refund" }));
  const question = within(await screen.findByRole("dialog", { name: "Refund order K7PQ-3MWX?" }));
  expect(question.getByText(/The 120 tokens that are held go back to tom/)).toBeTruthy();
  await user.type(question.getByLabelText(/^Note to the buyer/), "It broke.");
  await user.click(question.getByRole("button", { name: "Refund 120 tokens" }));
  expect(await screen.findByText("Order K7PQ-3MWX is refunded.")).toBeTruthy();
  expect(sent).toEqual([{ id: "o1", status: "refunded", note: "It broke." }]);
  expect(screen.queryByRole("button", { name: "Refund" })).toBeNull();
});

test("what was shipped is refunded out of the earnings", async () => {
  desk({ ...sold, status: "shipped" });
  const { user } = await render(<SoldOrderPage />, scene);
  await user.click(await screen.findByRole("button", { name: "Refund" }));
  expect(await screen.findByText(/your share of it is taken from your earnings/)).toBeTruthy();
});

test("the address is copied as it is written on the parcel, and printed on a slip", async () => {
  desk(sold);
  const { user } = await render(<SoldOrderPage />, scene);
  await user.click(await screen.findByRole("button", { name: "Copy the address" }));
  expect(await navigator.clipboard.readText()).toBe(
    "Tom Reed\n12 Mill Lane\nAB1 2CD\nUnited Kingdom",
  );
  expect(screen.getByRole("link", { name: "Packing slip" }).getAttribute("href")).toBe(
    "/api/orders/details/o1/packing-slip",
  );
});

test("a closed order shows no address", async () => {
  const { delivery: _, dueAt: __, ...closed } = sold;
  desk({ ...closed, status: "delivered" });
  await render(<SoldOrderPage />, scene);
  expect(await screen.findByText("It is shown while the order is open.")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Packing slip" })).toBeNull();
});
