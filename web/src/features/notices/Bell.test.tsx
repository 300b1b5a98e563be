import { act, screen, waitFor, within } from "@testing-library/react";
import { paths } from "@/app/paths";
import type { Notice } from "@/notices/groups";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { Bell } from "./Bell";
import { news } from "./news";
import { notice, noticesAre } from "./testing";

const wire = vi.hoisted(() => ({
  say: (_event: string, _data: object) => {},
  become: (_status: string) => {},
}));
vi.mock("@/realtime/realtime", async () => {
  const { createStore } = await import("zustand/vanilla");
  const { fakeWire } = await import("@/testing/wire");
  const heard = fakeWire();
  const store = createStore(() => ({ status: "offline" }));
  wire.say = heard.say;
  wire.become = (status) => store.setState({ status });
  return { realtime: { ...heard, store } };
});
const badge = vi.hoisted(() => ({ showBadge: vi.fn() }));
vi.mock("@/notices/badge", () => badge);

let ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends) end();
  ends = [];
  wire.become("offline");
});

/** The bell on a screen, and what listens on every page. */
async function open(list: Notice[], { wide = true, session = people.nina } = {}) {
  vi.stubGlobal("matchMedia", () => ({
    matches: wide,
    addEventListener: () => {},
    removeEventListener: () => {},
  }));
  const seen = noticesAre(list);
  const page = await render(<Bell />, {
    session,
    pages: [paths.notices(), paths.noticePreferences(), paths.performer.orders()],
  });
  ends = news.map((listen) =>
    listen(
      () => ({ session, queries: page.queries }),
      () => {},
      () => {},
    ),
  );
  return { ...page, seen };
}
const bell = (name: string | RegExp) => screen.findByRole("button", { name });

test("how many are unread is on the bell, 99 at most", async () => {
  await open(Array.from({ length: 100 }, (_, number) => notice(number)));
  expect((await bell("Notifications, 99+ unread")).textContent).toBe("99+");
});

test("a press shows the newest, and Escape gives the keyboard back to the bell", async () => {
  const { user } = await open([notice(1)]);
  const button = await bell("Notifications, 1 unread");
  await user.click(button);
  const panel = await screen.findByRole("dialog", { name: "Notifications, 1 unread" });
  expect(await within(panel).findByText("Tip 1")).toBeTruthy();
  expect(within(panel).getByRole("link", { name: "See all notifications" })).toBeTruthy();
  await user.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(button);
});

test("who follows one has read it, and the panel closes", async () => {
  const link = paths.performer.orders();
  const { user, router, seen } = await open([notice(1, { link })]);
  await user.click(await bell("Notifications, 1 unread"));
  await user.click(await screen.findByRole("link", { name: /Tip 1/ }));
  await waitFor(() => expect(router.state.location.pathname).toBe(link));
  expect(seen.read).toEqual([{ ids: ["n001"] }]);
});

test("all are marked as read, and the panel stays", async () => {
  const { user } = await open([notice(2), notice(1)]);
  await user.click(await bell("Notifications, 2 unread"));
  await user.click(await screen.findByRole("button", { name: "Mark all as read" }));
  expect(await bell("Notifications")).toBeTruthy();
  expect(screen.getByRole("dialog")).toBeTruthy();
});

test("a phone goes to the page of all", async () => {
  await open([notice(1)], { wide: false });
  const way = await screen.findByRole("link", { name: "Notifications, 1 unread" });
  expect(way.getAttribute("href")).toBe("/notices");
});

test("what comes is on the bell, in the panel and on the app's icon at once", async () => {
  const { user } = await open([notice(1)]);
  await user.click(await bell("Notifications, 1 unread"));
  await screen.findByText("Tip 1");
  await act(async () => wire.say("notice/created", { notice: notice(2), unread: 2 }));
  expect(await bell("Notifications, 2 unread")).toBeTruthy();
  const titles = (await screen.findAllByText(/^Tip \d/)).map(({ textContent }) =>
    textContent.replace("Unread: ", ""),
  );
  expect(titles).toEqual(["Tip 2", "Tip 1"]);
  expect(badge.showBadge).toHaveBeenLastCalledWith(2);
});

test("what is read on another device is read here", async () => {
  const { user } = await open([notice(1)]);
  await user.click(await bell("Notifications, 1 unread"));
  await screen.findByText("Unread:");
  noticesAre([notice(1, { isRead: true })]);
  await act(async () => wire.say("notice/read", { unread: 0 }));
  await waitFor(() => expect(screen.queryByText("Unread:")).toBeNull());
  expect(await bell("Notifications")).toBeTruthy();
  expect(badge.showBadge).toHaveBeenLastCalledWith(0);
});

test("what was missed while the connection was away is asked for when it is back", async () => {
  await open([notice(1)]);
  await bell("Notifications, 1 unread");
  noticesAre([notice(3), notice(2), notice(1)]);
  act(() => wire.become("connected"));
  expect(await bell("Notifications, 3 unread")).toBeTruthy();
  await waitFor(() => expect(badge.showBadge).toHaveBeenLastCalledWith(3));
});
