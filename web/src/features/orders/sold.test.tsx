import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { texts } from "@/api/errors";
import { paths } from "@/app/paths";
import { sold } from "@/orders/testing";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import SoldOrderPage from "./SoldOrderPage";
import SoldOrdersPage from "./SoldOrdersPage";
import { desk, listScene, second } from "./testing";

const scene = {
  session: people.nina,
  route: "/account/performer/orders/$id",
  path: paths.performer.order("o1"),
  pages: [paths.performer.orders()],
};

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

test("after a part was given back only what is left is refunded", async () => {
  desk({ ...sold, refunded: 20 });
  const { user } = await render(<SoldOrderPage />, scene);
  expect(await screen.findByText("120 tokens, of which 20 were given back")).toBeTruthy();
  expect(screen.getByText("100 tokens are held until you ship it.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Refund" }));
  expect(await screen.findByRole("button", { name: "Refund 100 tokens" })).toBeTruthy();
  expect(screen.getByText(/The 100 tokens that are held go back to tom/)).toBeTruthy();
});

test("a refund whose answer was lost is asked for by the same key until its note changes", async () => {
  desk(sold);
  const keys: unknown[] = [];
  server.use(
    http.put("*/api/orders/o1/update", ({ request }) => {
      keys.push(request.headers.get("Idempotency-Key"));
      return HttpResponse.error();
    }),
  );
  const { user } = await render(<SoldOrderPage />, scene);
  await user.click(await screen.findByRole("button", { name: "Refund" }));
  const refund = await screen.findByText("Refund 120 tokens");
  const press = async (times: number) => {
    await user.click(refund);
    await waitFor(() => expect(keys).toHaveLength(times));
    expect(await screen.findByText(texts.unreachable())).toBeTruthy();
  };
  await press(1);
  await press(2);
  fireEvent.change(screen.getByLabelText(/^Note to the buyer/), { target: { value: "It broke." } });
  await press(3);
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test.each([
  ["shipping", "Mark as shipped", /^Ship order/, "update"],
  ["a correction", "Correct it", /Correct the tracking/, "tracking"],
])(
  "%s whose answer was lost goes by the same key until the form changes",
  async (_, opener, title, call) => {
    const before = { ...shipped, trackingNumber: "0033" };
    desk(call === "update" ? { ...sold, status: "processing" } : before);
    const keys: unknown[] = [];
    server.use(
      http.put(`*/api/orders/o1/${call}`, ({ request }) => {
        keys.push(request.headers.get("Idempotency-Key"));
        return HttpResponse.error();
      }),
    );
    const { user } = await render(<SoldOrderPage />, scene);
    await user.click(await screen.findByRole("button", { name: opener }));
    const form = within(await screen.findByRole("dialog", { name: title }));
    const number = form.getByLabelText(/^Tracking number/);
    fireEvent.change(form.getByLabelText(/^Carrier/), { target: { value: "DHL" } });
    fireEvent.change(number, { target: { value: "0034" } });
    const press = async (times: number) => {
      await user.click(form.getByRole("button", { name: /^(Mark as|Correct the)/ }));
      await waitFor(() => expect(keys).toHaveLength(times));
      expect(await form.findByText(texts.unreachable())).toBeTruthy();
    };
    await press(1);
    await press(2);
    fireEvent.change(number, { target: { value: "0043" } });
    await press(3);
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  },
);

test("a corrected address is told beside what it was", async () => {
  const was = { carrier: "DHL", trackingNumber: "0034", replacedAt: "2026-11-05T12:00:00Z" };
  desk({
    ...shipped,
    trackingUrl: "https://dhl.example/34",
    trackingHistory: [
      { ...was, trackingUrl: "https://dhl.example/43", replacedAt: "2026-11-06T12:00:00Z" },
      was,
    ],
  });
  await render(<SoldOrderPage />, scene);
  const list = within(await screen.findByRole("list", { name: "Corrected" }));
  const [first, second] = list.getAllByRole("listitem");
  expect(first?.textContent).toContain("DHL, 0034, https://dhl.example/43");
  expect(second?.textContent).toContain("DHL, 0034, no address to follow it at");
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

const shipped = { ...sold, status: "shipped", carrier: "DHL", trackingNumber: "0034" } as const;

test("a typing error in the tracking is corrected, and what it was is kept", async () => {
  const { sent } = desk(shipped);
  const { user } = await render(<SoldOrderPage />, scene);
  await user.click(await screen.findByRole("button", { name: "Correct it" }));
  const form = within(await screen.findByRole("dialog", { name: /Correct the tracking/ }));
  const number = form.getByLabelText(/^Tracking number/);
  expect(number).toHaveProperty("value", "0034");
  await user.clear(number);
  await user.click(form.getByRole("button", { name: "Correct the tracking" }));
  expect(form.getByText("This field is required!")).toBeTruthy();
  await user.type(number, "0043");
  await user.click(form.getByRole("button", { name: "Correct the tracking" }));
  expect(await screen.findByText("The tracking is corrected. tom is told.")).toBeTruthy();
  expect(sent).toEqual([{ id: "o1", carrier: "DHL", trackingNumber: "0043" }]);
  const was = within(screen.getByRole("list", { name: "Corrected" }));
  expect(was.getByRole("listitem").textContent).toContain("DHL, 0034");
});

test("nothing is corrected until something was changed", async () => {
  desk(shipped);
  const { user } = await render(<SoldOrderPage />, scene);
  await user.click(await screen.findByRole("button", { name: "Correct it" }));
  const form = within(await screen.findByRole("dialog", { name: /Correct the tracking/ }));
  const correct = form.getByRole("button", { name: "Correct the tracking" });
  expect(correct).toHaveProperty("disabled", true);
  await user.type(form.getByLabelText(/^Tracking number/), "5");
  expect(correct).toHaveProperty("disabled", false);
  await user.type(form.getByLabelText(/^Tracking number/), "{Backspace}");
  expect(correct).toHaveProperty("disabled", true);
});

test("a correction that comes too late stays in the form with the reason", async () => {
  desk(shipped);
  const message = "The order has another status by now.";
  server.use(
    http.put("*/api/orders/o1/tracking", () =>
      HttpResponse.json({ statusCode: 409, message }, { status: 409 }),
    ),
  );
  const { user } = await render(<SoldOrderPage />, scene);
  await user.click(await screen.findByRole("button", { name: "Correct it" }));
  const form = within(await screen.findByRole("dialog", { name: /Correct the tracking/ }));
  await user.type(form.getByLabelText(/^Tracking number/), "5");
  await user.click(form.getByRole("button", { name: "Correct the tracking" }));
  expect(await form.findByText(message)).toBeTruthy();
  expect(form.getByLabelText(/^Tracking number/)).toHaveProperty("value", "00345");
});

test("what is not shipped, or is delivered, has no tracking to correct", async () => {
  desk({ ...shipped, status: "delivered" });
  await render(<SoldOrderPage />, scene);
  expect(await screen.findByText("0034")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Correct it" })).toBeNull();
});

test("while the payment is checked nothing is shipped, and the reason stands beside", async () => {
  const { dueAt: _, ...waits } = { ...sold, status: "processing", paymentChecked: true } as const;
  desk(waits);
  const { unmount } = await render(<SoldOrderPage />, scene);
  const ship = await screen.findByRole("button", { name: "Mark as shipped" });
  expect(ship).toHaveProperty("disabled", true);
  const why = document.getElementById(ship.getAttribute("aria-describedby") ?? "");
  expect(why?.textContent).toContain("is being checked. It cannot be shipped now.");
  expect(screen.getByRole("button", { name: "Refund" })).toHaveProperty("disabled", false);
  unmount();
  await render(<SoldOrdersPage />, listScene);
  const row = await screen.findByRole("button", { name: /Mark the order .* as shipped/ });
  expect(row).toHaveProperty("disabled", true);
  expect(screen.getByText("Payment is being checked")).toBeTruthy();
});

test("what was begun has its deadline, too", async () => {
  desk({ ...sold, status: "processing", dueAt: new Date(Date.now() + 259_300_000).toISOString() });
  await render(<SoldOrderPage />, scene);
  expect((await screen.findByText(/^Ship it within/)).textContent).toBe(
    "Ship it within 3 days or it is refunded.",
  );
});

test("a refund that comes too late is not offered, and says since when", async () => {
  const late = { ...shipped, status: "delivered", refundUntil: "2026-11-09T12:00:00Z" } as const;
  desk(late);
  const { unmount } = await render(<SoldOrderPage />, scene);
  expect(await screen.findByText(/^You could refund it until .*9.*2026/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Refund" })).toBeNull();
  unmount();
  desk({ ...late, refundUntil: "2100-11-09T12:00:00Z" });
  await render(<SoldOrderPage />, scene);
  expect(await screen.findByRole("button", { name: "Refund" })).toBeTruthy();
});

test("the orders of one product are shown alone, with the way to all", async () => {
  desk(sold, { ...second, productId: "print", title: "Print" });
  const path = paths.performer.orders({ productId: "print" });
  const { user } = await render(
    <main>
      <SoldOrdersPage />
    </main>,
    { ...listScene, route: listScene.path, path },
  );
  expect(await screen.findByText(/Only orders of “Print”/)).toBeTruthy();
  expect(screen.getByRole("row", { name: /A2BC-9DEF/ })).toBeTruthy();
  expect(screen.queryByRole("row", { name: /K7PQ-3MWX/ })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Show all orders" }));
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
  expect((await screen.findAllByRole("row", { name: /K7PQ-3MWX/ })).length).toBeGreaterThan(0);
});
