import { act, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import type { ReceiveEvents } from "@/media/receive";
import { fakeDevices, fakeEngine } from "@/media/testing";
import type { Receipt } from "@/shows/api";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import type { Show } from "../api";
import { memberShow, performerShow, receipt, show } from "../testing";
import { PrivateShow } from "./PrivateShow";

const engine = vi.hoisted(() => ({ publish: vi.fn(), receive: vi.fn() }));
vi.mock("@/media/publishLazily", () => ({ publishLazily: engine.publish }));
vi.mock("@/media/receiveLazily", () => ({ receiveLazily: engine.receive }));
vi.mock("@/media/Preview", () => ({ Preview: () => <video aria-label="Your picture" muted /> }));

const wire = vi.hoisted(() => ({ say: (_event: string, _data: object) => {} }));
vi.mock("@/realtime/realtime", async () => {
  const { fakeWire } = await import("@/testing/wire");
  const realtime = fakeWire();
  wire.say = realtime.say;
  return { realtime, useConnection: () => ({ status: "connected" }) };
});

const answer = (data: unknown) => HttpResponse.json({ data });
const nothing = () => new HttpResponse(null, { status: 404 });

type Scene = { who?: "tom" | "nina"; joined?: Show; current?: Show; sums?: Receipt };

async function open({ who = "tom", joined = memberShow(), current = joined, sums }: Scene = {}) {
  const { devices } = fakeDevices();
  Object.defineProperty(navigator, "mediaDevices", { value: devices, configurable: true });
  const sent = fakeEngine();
  engine.publish.mockImplementation(sent.publish);
  const heard: ReceiveEvents[] = [];
  engine.receive.mockImplementation(async (_: unknown, events: ReceiveEvents) => {
    heard.push(events);
    return { close: () => {} };
  });
  const joins: unknown[] = [];
  const called: string[] = [];
  server.use(
    http.post("*/api/streaming/private-chat/c9/join", async ({ request }) => {
      joins.push(await request.json());
      return answer(joined);
    }),
    http.post("*/api/streaming/private-chat/c9/end", () => {
      called.push("end");
      return answer({ success: true });
    }),
    http.get("*/api/streaming/session/nina/private", () => answer(current)),
    http.get("*/api/streaming/session/nina/public", nothing),
    http.get("*/api/streaming/shows/s1/receipt", () => answer(sums ?? receipt())),
    http.get("*/api/streaming/private-chat/requests", () => answer({ data: [], total: 0 })),
    http.get("*/api/earning/performer/live", () =>
      answer({ tips: 1, gross: 60, net: 42, since: null }),
    ),
    http.get("*/api/messages/conversations/public/c9", () => answer({ data: [], total: 0 })),
  );
  const page = await render(
    <PrivateShow topUp="/tokens" tipPanel={({ performer }) => <p>Tip {performer.name} here</p>} />,
    {
      session: people[who],
      path: "/live/privatechat/c9?streamId=s1",
      route: "/live/privatechat/$conversationId",
      pages: ["/", "/room/$username", "/live", "/tokens"],
    },
  );
  return { ...page, joins, called, heard, sent: sent.sent };
}

const ended = () =>
  act(() =>
    wire.say("show/ended", { conversationId: "c9", reason: "member_left", sessionId: "s1" }),
  );

test("a member sees the meter, tips, and ends after one question; the receipt leads back", async () => {
  const { user, called } = await open();
  expect(await screen.findByText("15:00")).toBeTruthy();
  expect(screen.getByText("Tip Nina Vale here")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "End the show" }));
  expect(screen.getByText("The minute that is running is not refunded.")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "End the show now" }));
  expect(await screen.findByText("60 tokens")).toBeTruthy();
  expect(screen.getByText("2 × 30 tokens")).toBeTruthy();
  expect(screen.getByText("You have left.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Back to the room" }).getAttribute("href")).toBe(
    "/room/nina",
  );
  expect(called).toEqual(["end"]);
});

test.each([
  [119, "Your tokens last less than 120 seconds more."],
  [59, "Your tokens last less than 60 seconds more."],
  [14, "Your tokens last less than 15 seconds more."],
])("with %i seconds left it is said, with a way to get more", async (secondsLeft, words) => {
  await open();
  await screen.findByText("15:00");
  expect(screen.queryByText(/Your tokens last/)).toBeNull();
  const tick = { conversationId: "c9", minutes: 3, spent: 90, balance: 1, secondsLeft };
  act(() => wire.say("meter/tick", tick));
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.getByRole("link", { name: /Get tokens/ }).getAttribute("target")).toBe("_blank");
});

test("until both pictures are here nothing is charged, and the wait has an end", async () => {
  const stagedAt = new Date(Date.now() - 5000).toISOString();
  await open({ joined: memberShow({ status: "starting", stagedAt }) });
  expect(await screen.findByText("Connecting to Nina Vale…")).toBeTruthy();
  expect(screen.getByText(/Nothing is charged yet/)).toBeTruthy();
  expect(screen.getByRole("timer").textContent).toMatch(/ends in 2[45] seconds/);
});

test("a lost picture is waited for, and the meter stands still", async () => {
  const lostAt = new Date(Date.now() - 10_000).toISOString();
  await open({ joined: memberShow({ status: "paused", lostAt }) });
  expect(await screen.findByText("Reconnecting…")).toBeTruthy();
  expect(screen.getByText(/The meter stands still/)).toBeTruthy();
  expect(screen.getByRole("timer").textContent).toMatch(/ends in (19|20) seconds/);
});

test.each([
  ["camera_off", "Nina Vale's camera is off", /until the picture is back/],
  ["no_frames", "Nina Vale's camera sends no picture", /until the picture is back/],
  ["line_lost", "Nina Vale's connection is lost", /until the connection is back/],
  ["member_lost", "Reconnecting…", /until the connection is back/],
] as const)("why the meter stands still is said: %s", async (lostCause, title, stands) => {
  const lostAt = new Date().toISOString();
  await open({ joined: memberShow({ status: "paused", lostAt, lostCause }) });
  expect(await screen.findByText(title)).toBeTruthy();
  expect(screen.getByText(stands)).toBeTruthy();
});

test.each([
  ["camera_off", "Your camera is off"],
  ["no_frames", "Your camera sends no picture"],
  ["line_lost", "Reconnecting…"],
  ["member_lost", "tom's connection is lost"],
] as const)("and the performer is told, too: %s", async (lostCause, title) => {
  const lostAt = new Date().toISOString();
  await open({ who: "nina", joined: performerShow({ status: "paused", lostAt, lostCause }) });
  expect(await screen.findByText(title)).toBeTruthy();
});

test("who looks in is a number", async () => {
  await open();
  await screen.findByText("15:00");
  act(() =>
    wire.say("show/participant", { conversationId: "c9", kind: "joined", total: 1, peekers: 2 }),
  );
  expect(await screen.findByText(/2 people look in/)).toBeTruthy();
});

test("a second tab takes the show along; this one can have it back", async () => {
  const { user, heard, joins } = await open();
  await waitFor(() => expect(heard).toHaveLength(1));
  act(() => heard[0]?.onClosed("removed"));
  expect(await screen.findByText("The show goes on elsewhere")).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Continue here" }));
  expect(await screen.findByText("15:00")).toBeTruthy();
  expect(joins).toHaveLength(2);
});

test("somebody else's show does not exist", async () => {
  server.resetHandlers();
  const { unmount } = await open();
  unmount();
  server.use(http.post("*/api/streaming/private-chat/c9/join", nothing));
  await render(<PrivateShow topUp={undefined} tipPanel={() => null} />, {
    session: people.tom,
    path: "/live/privatechat/c9",
    route: "/live/privatechat/$conversationId",
    pages: ["/"],
  });
  expect(await screen.findByText("There is no such private show")).toBeTruthy();
});

test("a performer sees what she earns, sends from here, and goes back to public", async () => {
  const sums = receipt({ net: 42, reason: "member_left" });
  const { sent } = await open({ who: "nina", joined: performerShow(), sums });
  expect(await screen.findByText("42")).toBeTruthy();
  expect(screen.getByText("Watches without a camera")).toBeTruthy();
  expect(screen.queryByText(/Tip/)).toBeNull();
  await waitFor(() => expect(sent).toHaveLength(1));
  ended();
  expect(await screen.findByText("42 tokens")).toBeTruthy();
  expect(screen.getByText("The member has left.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Go live" }).getAttribute("href")).toBe("/live");
});

test("her public show waits for the click, by the second", async () => {
  await open({ who: "nina", joined: performerShow() });
  await screen.findByText("42");
  const awayUntil = new Date(Date.now() + 50_500).toISOString();
  server.use(
    http.get("*/api/streaming/session/nina/public", () =>
      answer(show({ type: "public", status: "held", awayUntil })),
    ),
  );
  ended();
  expect(await screen.findByRole("link", { name: /Back to public · (50|51) s/ })).toBeTruthy();
});

test("a performer whose program publishes sends nothing, and may use this camera instead", async () => {
  const { user, sent, joins } = await open({ who: "nina", joined: show() });
  expect(await screen.findByText("Your program sends your picture.")).toBeTruthy();
  expect(sent).toEqual([]);
  await user.click(screen.getByRole("button", { name: "Use this camera instead" }));
  await waitFor(() => expect(joins).toEqual([{ takeover: false }, { takeover: true }]));
});

test("leaving the page asks first, and ends the show", async () => {
  const { user, router, called } = await open();
  await screen.findByText("15:00");
  act(() => {
    router.navigate({ to: "/" });
  });
  await user.click(await screen.findByRole("button", { name: "End the show and leave" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/"));
  expect(called).toEqual(["end"]);
});
