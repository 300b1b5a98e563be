import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { paths } from "@/app/paths";
import { known } from "@/orders/testing";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import OrdersPage from "./OrdersPage";

const scene = { session: people.ada, path: paths.admin.orders() };

function office() {
  const [seen, sent]: [string[], unknown[]] = [[], []];
  server.use(
    http.get("*/api/admin/orders/search", ({ request }) => {
      seen.push(new URL(request.url).search);
      return HttpResponse.json({ data: { data: [known], total: 1 } });
    }),
    http.post("*/api/admin/orders/o1/refund", async ({ request }) => {
      expect(request.headers.get("Idempotency-Key")).toBeTruthy();
      sent.push(await request.json());
      return HttpResponse.json({ data: { ...known, status: "refunded" } });
    }),
  );
  return { seen, sent };
}

test("orders are narrowed by person", async () => {
  const { seen } = office();
  const { user, router } = await render(<OrdersPage />, scene);
  await user.click(await screen.findByRole("button", { name: "nina" }));
  await waitFor(() => expect(seen.at(-1)).toContain("performerId=nina"));
  await user.click(screen.getByRole("button", { name: "Show all orders" }));
  await waitFor(() => expect(router.state.location.searchStr).toBe(""));
});

test("a refund needs a reason, and says whose tokens they are", async () => {
  const { sent } = office();
  const { user } = await render(<OrdersPage />, scene);
  await user.click(await screen.findByRole("button", { name: "Details of the order K7PQ-3MWX" }));
  const file = within(await screen.findByRole("dialog", { name: "Order K7PQ-3MWX" }));
  expect(file.getByText(/The held tokens go back to tom; nina was not paid yet/)).toBeTruthy();
  await user.type(file.getByLabelText(/^Reason/), "Too short");
  await user.click(file.getByRole("button", { name: "Refund the order" }));
  expect(file.getByText("Must have 10 to 500 characters")).toBeTruthy();
  expect(sent).toEqual([]);
  await user.type(file.getByLabelText(/^Reason/), " before");
  await user.click(file.getByRole("button", { name: "Refund the order" }));
  expect(await screen.findByText("Order K7PQ-3MWX is refunded.")).toBeTruthy();
  expect(sent).toEqual([{ reason: "Too short before" }]);
});

test("staff download the file of a digital product, and read that it is on record", async () => {
  server.use(
    http.get("*/api/admin/orders/search", () => {
      const digital = { ...known, productType: "digital", status: "delivered" };
      return HttpResponse.json({ data: { data: [digital], total: 1 } });
    }),
  );
  const { user } = await render(<OrdersPage />, scene);
  await user.click(await screen.findByRole("button", { name: "Details of the order K7PQ-3MWX" }));
  const file = within(await screen.findByRole("dialog", { name: "Order K7PQ-3MWX" }));
  expect(file.getByRole("link", { name: "Download the file" }).getAttribute("href")).toBe(
    "/api/admin/asset-reviews/mug/file",
  );
  expect(file.getByText("The audit log says who downloaded it.")).toBeTruthy();
});

test("a list that fails says so", async () => {
  server.use(http.get("*/api/admin/orders/search", () => new HttpResponse(null, { status: 500 })));
  await render(<OrdersPage />, scene);
  expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
});
