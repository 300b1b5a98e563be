import { act, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { ring } from "@/ui/ring";
import { Live } from "./Live";

const wire = vi.hoisted(() => ({ say: (_event: string, _data: object) => {} }));
vi.mock("@/realtime/realtime", async () => {
  const { createStore } = await import("zustand/vanilla");
  const { fakeWire } = await import("@/testing/wire");
  const heard = fakeWire();
  wire.say = heard.say;
  const store = createStore(() => ({ status: "connected" }));
  return {
    realtime: { ...heard, store, start: () => {} },
    useConnection: () => ({ status: "connected" }),
  };
});
vi.mock("@/ui/ring", () => ({ ring: vi.fn(), joinRinging: () => () => {} }));

async function open() {
  server.use(
    http.get("*/api/settings/public", () => HttpResponse.json({ data: {} })),
    http.get("*/api/users/me", () => HttpResponse.json({ data: people.nina })),
    http.get("*/api/streaming/private-chat/requests", () => HttpResponse.json({ data: [] })),
  );
  const page = await render(<Live />, {
    session: people.nina,
    pages: ["/account/performer/galleries/$id", "/account/performer/orders/$id"],
  });
  const hear = (event: string, data: object) => act(() => wire.say(event, data));
  return { ...page, hear };
}

test("a performer hears of a sale in the spec's words, and what it sold is asked for again", async () => {
  const { hear, queries } = await open();
  const list = ["own-assets", "list"];
  queries.setQueryData(list, { data: [], total: 0 });
  hear("purchase_media_item_success", { transaction: {}, token: 25, netPrice: 20 });
  expect(
    await screen.findByText("A content has been purchased, please check your orders menu"),
  ).toBeTruthy();
  expect(ring).toHaveBeenCalled();
  expect(queries.getQueryState(list)?.isInvalidated).toBe(true);
});

test.each([
  ["active", "Your gallery is on sale."],
  ["inactive", "Your gallery is approved."],
  ["rejected", "Your gallery was not approved."],
])("a decision (%s) is told, and leads to the gallery", async (status, text) => {
  const { hear, user, router } = await open();
  hear("asset/changed", { _id: `g-${status}`, type: "gallery", status });
  expect(await screen.findByText(text)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Show" }));
  await waitFor(() =>
    expect(router.state.location.pathname).toBe(`/account/performer/galleries/g-${status}`),
  );
});

test("an order that was cancelled is told to who would send it, and leads to it", async () => {
  const { hear, user, router, queries } = await open();
  const list = ["orders", "sold", "search"];
  queries.setQueryData(list, { data: [], total: 0 });
  hear("order/changed", { _id: "o1", orderNumber: "K7PQ3MWX", status: "cancelled" });
  expect(await screen.findByText("Order K7PQ3MWX was cancelled: do not send it.")).toBeTruthy();
  expect(queries.getQueryState(list)?.isInvalidated).toBe(true);
  await user.click(screen.getByRole("button", { name: "Show" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/account/performer/orders/o1"));
});
