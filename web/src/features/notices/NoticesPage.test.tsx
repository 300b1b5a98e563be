import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { paths } from "@/app/paths";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import NoticesPage from "./NoticesPage";
import { notice, noticesAre } from "./testing";

const order = paths.performer.order("o1");
const show = (path = paths.notices()) =>
  render(<NoticesPage />, {
    session: people.nina,
    path,
    pages: [paths.performer.order.pattern, paths.noticePreferences()],
  });
const titles = async () => {
  await screen.findByRole("heading", { name: "Today" });
  return screen
    .queryAllByText(/^(Tip|Order) \d/)
    .map((title) => title.textContent.replace("Unread: ", ""));
};

test("notices stand under their day, those of one group together, and unread ones say so", async () => {
  noticesAre([notice(2, { isRead: true }), notice(1)]);
  await show();
  const tips = await screen.findByRole("list", { name: "Tips" });
  expect(within(tips).getAllByRole("listitem")).toHaveLength(2);
  expect(screen.getByText("1 unread.")).toBeTruthy();
  expect(within(tips).getAllByText("Unread:")).toHaveLength(1);
});

test("the end of the list brings what is older, once", async () => {
  const seen = noticesAre([5, 4, 3, 2, 1].map((number) => notice(number)));
  const near: (() => void)[] = [];
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      constructor(hear: (entries: { isIntersecting: boolean }[]) => void) {
        near.push(() => hear([{ isIntersecting: true }]));
      }
      observe() {}
      disconnect() {}
    },
  );
  await show();
  expect(await titles()).toEqual(["Tip 5", "Tip 4"]);
  near.at(-1)?.();
  await screen.findByText("Tip 2");
  near.at(-1)?.();
  await screen.findByText("Tip 1");
  expect(await titles()).toEqual(["Tip 5", "Tip 4", "Tip 3", "Tip 2", "Tip 1"]);
  expect(seen.asked).toEqual(["limit=25", "limit=25&after=n004", "limit=25&after=n002"]);
});

test("who follows a notice has read it", async () => {
  const seen = noticesAre([notice(1, { group: "order", title: "Order 1", link: order })]);
  const { user, router } = await show();
  await user.click(await screen.findByRole("link", { name: /Order 1/ }));
  await waitFor(() => expect(router.state.location.pathname).toBe(order));
  expect(seen.read).toEqual([{ ids: ["n001"] }]);
});

test("one that leads nowhere is read by a press", async () => {
  const seen = noticesAre([notice(1)]);
  const { user } = await show();
  await user.click(await screen.findByRole("button", { name: /^Unread: Tip 1/ }));
  expect(await screen.findByText("You have read everything.")).toBeTruthy();
  expect(screen.queryByText("Unread:")).toBeNull();
  expect(seen.read).toEqual([{ ids: ["n001"] }]);
});

test("all are read up to the newest that is shown, and nothing that came since", async () => {
  const seen = noticesAre([notice(2), notice(1)]);
  const { user } = await show();
  await user.click(await screen.findByRole("button", { name: "Mark all as read" }));
  expect(await screen.findByText("You have read everything.")).toBeTruthy();
  expect(seen.read).toEqual([{ upTo: "n002" }]);
  expect(screen.queryByRole("button", { name: "Mark all as read" })).toBeNull();
});

test("what cannot be marked is unread again, and that is said", async () => {
  noticesAre([notice(1)]);
  server.use(
    http.post("*/api/notices/read", () =>
      HttpResponse.json({ statusCode: 503, message: "Not now." }, { status: 503 }),
    ),
  );
  const { user } = await show();
  await user.click(await screen.findByRole("button", { name: "Mark all as read" }));
  expect(await screen.findByText("Not now.")).toBeTruthy();
  expect(await screen.findByText("Unread:")).toBeTruthy();
});

test("a group is chosen by the address, and may have nothing", async () => {
  noticesAre([notice(2, { group: "order", title: "Order 2" }), notice(1)]);
  const { user, router } = await show();
  await user.click(await screen.findByRole("button", { name: "Tips" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ group: "tip" }));
  await waitFor(async () => expect(await titles()).toEqual(["Tip 1"]));
  await user.click(screen.getByRole("button", { name: "Payouts" }));
  expect(await screen.findByText("Nothing of this kind")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Show all" }));
  await waitFor(async () => expect(await titles()).toEqual(["Order 2", "Tip 1"]));
});

test("one is removed", async () => {
  const seen = noticesAre([notice(2), notice(1)]);
  const { user } = await show();
  await user.click(await screen.findByRole("button", { name: "Remove: Tip 2" }));
  await waitFor(async () => expect(await titles()).toEqual(["Tip 1"]));
  expect(seen.removed).toEqual(["n002"]);
});

test("nothing yet, and what cannot be loaded, are said", async () => {
  noticesAre([]);
  const first = await show();
  expect(await screen.findByText("Nothing new")).toBeTruthy();
  first.unmount();
  server.use(http.get("*/api/notices", () => HttpResponse.json({}, { status: 502 })));
  const { user } = await show();
  const again = await screen.findByRole("button", { name: "Try again" });
  noticesAre([notice(1)]);
  await user.click(again);
  expect(await screen.findByText("Tip 1")).toBeTruthy();
});
