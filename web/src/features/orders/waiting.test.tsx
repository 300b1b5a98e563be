import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import type { UserEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { orderKeys } from "@/orders/api";
import { sold } from "@/orders/testing";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import SoldOrdersPage from "./SoldOrdersPage";
import { desk, listScene, second } from "./testing";

async function confirmBoth(user: UserEvent) {
  const question = within(await screen.findByRole("dialog", { name: "Start processing both?" }));
  await user.click(question.getByRole("button", { name: "Start processing" }));
}

test("what waits stands first with its deadline and what is held, and all is begun at once", async () => {
  const { sent, searches } = desk(sold, second);
  const { user } = await render(<SoldOrdersPage />, listScene);
  expect(await screen.findByText(/150 tokens are held/)).toBeTruthy();
  for (const status of ["created", "processing"]) {
    expect(searches).toContain(`?status=${status}&sortBy=dueAt&sort=asc&limit=25`);
  }
  const todo = within(screen.getByRole("region", { name: "To begin with" }));
  expect(todo.getByRole("row", { name: /K7PQ-3MWX/ }).textContent).toContain("120 tokens");
  await user.click(screen.getByRole("button", { name: "Start processing both" }));
  expect(sent).toEqual([]);
  await confirmBoth(user);
  expect(await screen.findByText("2 orders are being processed.")).toBeTruthy();
  expect(sent).toEqual([
    { id: "o1", status: "processing" },
    { id: "o2", status: "processing" },
  ]);
  expect(await screen.findByRole("region", { name: "To ship" })).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole("region", { name: "To begin with" })).toBeNull());
});

test("what was asked stays so while another order comes, which is not begun with", async () => {
  const { sent, add } = desk(sold, second);
  const { user, queries } = await render(<SoldOrdersPage />, listScene);
  await user.click(await screen.findByRole("button", { name: "Start processing both" }));
  add({ ...sold, _id: "o3", orderNumber: "B5CD-7EFG" });
  await queries.invalidateQueries({ queryKey: orderKeys.all });
  expect(await screen.findByRole("button", { name: /B5CD-7EFG/ })).toBeTruthy();
  await confirmBoth(user);
  expect(await screen.findByText("2 orders are being processed.")).toBeTruthy();
  expect(sent).toEqual([
    { id: "o1", status: "processing" },
    { id: "o2", status: "processing" },
  ]);
});

test("the orders are asked for again once, when all are begun with", async () => {
  const { searches } = desk(sold, second);
  const { user } = await render(<SoldOrdersPage />, listScene);
  await user.click(await screen.findByRole("button", { name: "Start processing both" }));
  const before = searches.length;
  await confirmBoth(user);
  expect(await screen.findByText("2 orders are being processed.")).toBeTruthy();
  const since = searches.slice(before).filter((search) => search.includes("status=created"));
  expect(since).toHaveLength(1);
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
  await confirmBoth(user);
  expect(await screen.findByText("1 order is being processed.")).toBeTruthy();
  expect(await screen.findByText(`Order K7PQ-3MWX: ${message}`)).toBeTruthy();
  expect(sent).toEqual([{ id: "o2", status: "processing" }]);
});

test("the keyboard goes on at the heading when the pressed row is gone", async () => {
  desk(sold, second);
  const { user } = await render(
    <main>
      <SoldOrdersPage />
    </main>,
    listScene,
  );
  await user.click(
    await screen.findByRole("button", { name: "Start processing the order K7PQ-3MWX" }),
  );
  expect(await screen.findByText("1 order is being processed.")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
});

test("when nothing was begun the keyboard stays at the row, which stays, too", async () => {
  desk(sold, second);
  server.use(
    http.put("*/api/orders/o1/update", () =>
      HttpResponse.json({ statusCode: 409, message: "Not now." }, { status: 409 }),
    ),
  );
  const { user } = await render(
    <main>
      <SoldOrdersPage />
    </main>,
    listScene,
  );
  const name = "Start processing the order K7PQ-3MWX";
  await user.click(await screen.findByRole("button", { name }));
  expect(await screen.findByText("Order K7PQ-3MWX: Not now.")).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole("button", { name }));
});

test("a second press while orders are begun with does nothing", async () => {
  const { sent } = desk(sold, second);
  const { user } = await render(<SoldOrdersPage />, listScene);
  const press = await screen.findByRole("button", { name: /the order K7PQ-3MWX/ });
  fireEvent.click(press);
  fireEvent.click(press);
  expect(press).toHaveProperty("disabled", false); // or the keyboard would be lost
  expect(await screen.findByText("1 order is being processed.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: /the order A2BC-9DEF/ }));
  await waitFor(() =>
    expect(sent).toEqual([
      { id: "o1", status: "processing" },
      { id: "o2", status: "processing" },
    ]),
  );
});

test("beginning again after a lost answer goes by the same key, another order by another", async () => {
  desk(sold, second);
  const keys: string[] = [];
  server.use(
    http.put("*/api/orders/:id/update", ({ request, params }) => {
      keys.push(`${params.id} ${request.headers.get("Idempotency-Key")}`);
      return HttpResponse.error();
    }),
  );
  const { user } = await render(<SoldOrdersPage />, listScene);
  for (const times of [2, 4]) {
    await user.click(await screen.findByRole("button", { name: "Start processing both" }));
    await confirmBoth(user);
    await waitFor(() => expect(keys).toHaveLength(times));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  }
  expect(keys.slice(2)).toEqual(keys.slice(0, 2));
  expect(keys[0]?.slice(2)).not.toBe(keys[1]?.slice(2));
});

test("of more than a page only the first are summed up and begun with, and that is said", async () => {
  desk();
  server.use(
    http.get("*/api/orders/search", () =>
      HttpResponse.json({ data: { data: [sold, second], total: 40 } }),
    ),
  );
  await render(<SoldOrdersPage />, listScene);
  expect(
    await screen.findByText(/150 tokens are held for the first 2 of them; the others follow/),
  ).toBeTruthy();
});

test("nothing was ordered yet: the page says what will be here", async () => {
  desk();
  await render(<SoldOrdersPage />, listScene);
  expect(await screen.findByText("Nobody has ordered yet")).toBeTruthy();
  expect(screen.queryByRole("region", { name: "To begin with" })).toBeNull();
});
