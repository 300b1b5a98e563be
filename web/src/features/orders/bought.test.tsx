import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { paths } from "@/app/paths";
import { bought } from "@/orders/testing";
import type { BoughtOrder } from "@/orders/types";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { BoughtOrderView } from "./BoughtOrderView";
import MyOrdersPage from "./MyOrdersPage";

const listScene = {
  session: people.tom,
  path: paths.user.orders(),
  pages: [paths.user.order("$id"), paths.cams()],
};
const scene = {
  session: people.tom,
  route: "/account/user/orders/$id",
  path: paths.user.order("o1"),
  pages: [paths.user.orders()],
};

const list = (...data: unknown[]) => HttpResponse.json({ data: { data, total: data.length } });

const AskBack = ({ purchaseId }: { purchaseId: string }) => <p>Ask to have {purchaseId} back</p>;

/** Tom's order. */
function shop(order: BoughtOrder) {
  const sent: string[] = [];
  let one = order;
  server.use(
    http.get("*/api/orders/user/details/o1", () => HttpResponse.json({ data: one })),
    http.post("*/api/orders/user/o1/cancel", () => {
      sent.push("cancel");
      one = { ...one, status: "cancelled", canCancel: false };
      return HttpResponse.json({ data: one });
    }),
  );
  return { sent };
}

test("orders are found by state, words and days, and lead to their page", async () => {
  const seen: string[] = [];
  server.use(
    http.get("*/api/orders/user/search", ({ request }) => {
      seen.push(new URL(request.url).search);
      return list(bought);
    }),
  );
  const { user } = await render(<MyOrdersPage />, listScene);
  const row = await screen.findByRole("row", { name: /K7PQ-3MWX/ });
  expect(row.textContent).toMatch(/2 × Signed mug.*nina.*120 tokens.*Created/);
  expect(within(row).getByRole("link", { name: "K7PQ-3MWX" }).getAttribute("href")).toBe(
    "/account/user/orders/o1",
  );
  await user.selectOptions(screen.getByLabelText("Status"), "shipped");
  await waitFor(() => expect(seen.at(-1)).toContain("status=shipped"));
  await user.type(screen.getByRole("searchbox"), "mug{Enter}");
  await waitFor(() => expect(seen.at(-1)).toMatch(/status=shipped.*q=mug/));
});

test("the orders of one product are shown alone", async () => {
  const seen: string[] = [];
  server.use(
    http.get("*/api/orders/user/search", ({ request }) => {
      seen.push(new URL(request.url).search);
      return list(bought);
    }),
  );
  const path = paths.user.orders({ productId: "mug" });
  await render(<MyOrdersPage />, { ...listScene, route: listScene.path, path });
  expect(await screen.findByText(/Only orders of “Signed mug”/)).toBeTruthy();
  expect(seen.at(-1)).toContain("productId=mug");
});

test("no order, none that matches, and a list that fails, say so", async () => {
  server.use(http.get("*/api/orders/user/search", () => list()));
  const first = await render(<MyOrdersPage />, listScene);
  expect(await screen.findByText("You have not ordered anything")).toBeTruthy();
  first.unmount();
  const second = await render(
    <main>
      <MyOrdersPage />
    </main>,
    { ...listScene, route: listScene.path, path: `${listScene.path}?status=shipped` },
  );
  await second.user.click(await screen.findByRole("button", { name: "Show all orders" }));
  await waitFor(() => expect(second.router.state.location.searchStr).toBe(""));
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
  second.unmount();
  server.use(http.get("*/api/orders/user/search", () => new HttpResponse(null, { status: 500 })));
  await render(<MyOrdersPage />, listScene);
  expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
});

test("an order is cancelled after a question, and its tokens are back", async () => {
  const { sent } = shop(bought);
  const { user } = await render(<BoughtOrderView />, scene);
  expect(await screen.findByText("We hold your 120 tokens until it is shipped.")).toBeTruthy();
  expect(screen.getByText(/12 Mill Lane/).textContent).toBe(
    "Tom Reed\n12 Mill Lane\nAB1 2CD\nUnited Kingdom",
  );
  await user.click(screen.getByRole("button", { name: "Cancel the order" }));
  const question = within(await screen.findByRole("dialog", { name: "Cancel this order?" }));
  expect(sent).toEqual([]);
  await user.click(question.getByRole("button", { name: "Cancel the order" }));
  expect(
    await screen.findByText("The order is cancelled. 120 tokens are back in your wallet."),
  ).toBeTruthy();
  expect(sent).toEqual(["cancel"]);
  expect(screen.queryByRole("button", { name: "Cancel the order" })).toBeNull();
});

test("the seller was quicker: the question says so and stays", async () => {
  shop(bought);
  const message = "The order has another status by now.";
  server.use(
    http.post("*/api/orders/user/o1/cancel", () =>
      HttpResponse.json({ statusCode: 409, message }, { status: 409 }),
    ),
  );
  const { user } = await render(<BoughtOrderView />, scene);
  await user.click(await screen.findByRole("button", { name: "Cancel the order" }));
  const question = within(await screen.findByRole("dialog"));
  await user.click(question.getByRole("button", { name: "Cancel the order" }));
  expect(await question.findByText(message)).toBeTruthy();
});

test("a shipped order is followed at its carrier, and says what a feature adds to it", async () => {
  const shipped: BoughtOrder = {
    ...bought,
    status: "shipped",
    canCancel: false,
    carrier: "DHL",
    trackingNumber: "00340434",
    trackingUrl: "https://dhl.example/00340434",
    note: "Signed for you.",
  };
  shop(shipped);
  await render(<BoughtOrderView AskBack={AskBack} />, scene);
  const link = await screen.findByRole("link", { name: /Follow the parcel/ });
  expect(link.getAttribute("href")).toBe("https://dhl.example/00340434");
  expect(link.getAttribute("rel")).toContain("noopener");
  expect(screen.getByText("Signed for you.")).toBeTruthy();
  expect(screen.getByText("Ask to have p1 back")).toBeTruthy();
});

test("what can still be cancelled is not asked back", async () => {
  shop(bought);
  await render(<BoughtOrderView AskBack={AskBack} />, scene);
  expect(await screen.findByRole("button", { name: "Cancel the order" })).toBeTruthy();
  expect(screen.queryByText(/Ask to have/)).toBeNull();
});

test("what was given back of the price is told, and what is left can be had by cancelling", async () => {
  shop({ ...bought, refunded: 20 });
  const { user } = await render(<BoughtOrderView />, scene);
  expect(await screen.findByText("We hold your 100 tokens until it is shipped.")).toBeTruthy();
  expect(screen.getByText("120 tokens, of which you have 20 back")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Cancel the order" }));
  expect(await screen.findByText(/100 tokens come back to your wallet/)).toBeTruthy();
});

test("a cancellation whose answer was lost is asked for again by the same key", async () => {
  shop(bought);
  const keys: unknown[] = [];
  server.use(
    http.post("*/api/orders/user/o1/cancel", ({ request }) => {
      keys.push(request.headers.get("Idempotency-Key"));
      return HttpResponse.error();
    }),
  );
  const { user } = await render(<BoughtOrderView />, scene);
  await user.click(await screen.findByRole("button", { name: "Cancel the order" }));
  const question = within(await screen.findByRole("dialog"));
  const cancel = question.getByRole("button", { name: "Cancel the order" });
  await user.click(cancel);
  await waitFor(() => expect(keys).toHaveLength(1));
  await question.findByRole("alert");
  await user.click(cancel);
  await waitFor(() => expect(keys).toHaveLength(2));
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
});

test("a deadline that was missed has its own words", async () => {
  shop({ ...bought, dueAt: "2026-11-03T12:00:00Z" });
  await render(<BoughtOrderView />, scene);
  expect(
    await screen.findByText(
      "The seller did not begin in time: you get your tokens back in a moment.",
    ),
  ).toBeTruthy();
});

test("both deadlines and a check of the payment are told to the buyer", async () => {
  const dueAt = new Date(Date.now() + 259_300_000).toISOString();
  shop({ ...bought, dueAt });
  const first = await render(<BoughtOrderView />, scene);
  expect((await screen.findByText(/^If the seller does not begin/)).textContent).toBe(
    "If the seller does not begin within 3 days you get your tokens back.",
  );
  first.unmount();
  shop({ ...bought, status: "processing", canCancel: false, dueAt });
  const then = await render(<BoughtOrderView />, scene);
  expect((await screen.findByText(/^If it is not shipped/)).textContent).toContain("3 days");
  then.unmount();
  shop({ ...bought, status: "processing", canCancel: false, paymentChecked: true });
  await render(<BoughtOrderView />, scene);
  expect(await screen.findByText(/^A payment of yours is being checked/)).toBeTruthy();
});

test("a download says how many are left, and a refused one why", async () => {
  shop({ ...bought, productType: "digital", status: "delivered", canCancel: false });
  const message = "You have downloaded this 5 times in 24 hours. Try again later.";
  let left = 1;
  server.use(
    http.get("*/api/user/performer-assets/products/mug/download-link", () => {
      left -= 1;
      if (left < 0) return HttpResponse.json({ statusCode: 429, message }, { status: 429 });
      const url = "#downloaded";
      return HttpResponse.json({ data: { url, left, expiresAt: "2026-11-02T12:15:00Z" } });
    }),
  );
  const { user } = await render(<BoughtOrderView />, scene);
  await user.click(await screen.findByRole("button", { name: "Download" }));
  expect(await screen.findByText(/It was the last one for these 24 hours/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Download" }));
  expect(await screen.findByText(message)).toBeTruthy();
});

test("an order that is not there says so", async () => {
  server.use(
    http.get("*/api/orders/user/details/o1", () =>
      HttpResponse.json(
        { statusCode: 404, message: "This order does not exist." },
        { status: 404 },
      ),
    ),
  );
  await render(<BoughtOrderView />, scene);
  expect(await screen.findByText("This order does not exist.")).toBeTruthy();
});
