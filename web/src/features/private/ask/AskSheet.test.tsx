import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { fakeDevices } from "@/media/testing";
import { people } from "@/testing/people";
import { card } from "@/testing/performers";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import type { Quote, Show } from "../api";
import { quote, show } from "../testing";
import { AskSheet } from "./AskSheet";
import { answered } from "./answered";
import { PrivateAction } from "./PrivateAction";
import { rememberedPending } from "./pending";

const wire = vi.hoisted(() => ({ say: (_event: string, _data: object) => {} }));
vi.mock("@/realtime/realtime", async () => {
  const { fakeWire } = await import("@/testing/wire");
  const realtime = fakeWire();
  wire.say = realtime.say;
  return { realtime, useConnection: () => ({ status: "connected" }) };
});
vi.mock("@/media/Preview", () => ({ Preview: () => <video aria-label="Your picture" muted /> }));
vi.mock("@/media/MicMeter", () => ({ MicMeter: () => <meter aria-label="Microphone level" /> }));

// The camera of the test before is let go after its page is gone.
beforeEach(() => new Promise((resolve) => setTimeout(resolve)));
afterEach(() => sessionStorage.clear());

const nina = card();
const answer = (data: unknown) => HttpResponse.json({ data });
const waits = () =>
  show({ status: "pending", expiresAt: new Date(Date.now() + 119_500).toISOString() });

async function open(changes: Partial<Quote> = {}, current: Show | undefined = waits()) {
  const world = fakeDevices();
  Object.defineProperty(navigator, "mediaDevices", { value: world.devices, configurable: true });
  const asked: unknown[] = [];
  server.use(
    http.get("*/api/streaming/private-chat/:id/quote", () => answer(quote(changes))),
    http.post("*/api/streaming/private-chat/:id", async ({ request }) => {
      asked.push(await request.json());
      return answer(waits());
    }),
    http.get("*/api/streaming/session/:id/private", () =>
      current ? answer(current) : new HttpResponse(null, { status: 404 }),
    ),
  );
  const page = await render(<AskSheet performer={nina} topUp="/tokens" onClose={() => {}} />, {
    session: people.tom,
    path: "/room/nina",
    pages: ["/tokens", "/live/privatechat/$conversationId"],
  });
  return { ...page, ...world, asked };
}

const button = (name: RegExp | string) => screen.findByRole("button", { name });

test("everything is said before asking, with the price on the button", async () => {
  await open({ record: true });
  expect(await button("Ask for a private show · 30 tokens a minute")).toBeTruthy();
  expect(screen.getByText(/You have 100 tokens: 3 minutes/)).toBeTruthy();
  expect(screen.getByText(/At least 1 minute, 30 tokens reserved/)).toBeTruthy();
  expect(screen.getByText("The first 15 seconds are free")).toBeTruthy();
  expect(screen.getByText(/Others may look in/)).toBeTruthy();
  expect(screen.getByText("The show is recorded")).toBeTruthy();
});

test("exclusive has its own price, and nobody looks in", async () => {
  const { user, asked } = await open();
  await user.click(await screen.findByRole("switch", { name: /Exclusive/ }));
  expect(screen.getByText("Nobody else looks in")).toBeTruthy();
  await user.click(screen.getByRole("radio", { name: "That it is enough" }));
  await user.click(await button("Ask for a private show · 40 tokens a minute"));
  await waitFor(() =>
    expect(asked).toEqual([{ exclusive: true, camera: "none", balance: "enough" }]),
  );
});

test("no device is asked for before the member wants to be seen or heard", async () => {
  const { user, opened } = await open();
  await button(/Ask for a private show/);
  expect(opened).toEqual([]);
  await user.click(screen.getByRole("radio", { name: "Microphone" }));
  await waitFor(() => expect(opened.map(({ kind }) => kind)).toEqual(["audio"]));
  await user.click(screen.getByRole("radio", { name: "Camera" }));
  expect(await screen.findByLabelText("Your picture")).toBeTruthy();
  expect(await screen.findByRole("option", { name: "Back camera" })).toBeTruthy();
});

test("too few tokens: what is missing, where to get it, and no way to ask", async () => {
  await open({ balance: 10, missing: 20, accepting: false, reason: "insufficient_balance" });
  expect(await screen.findByText(/You are 20 tokens short/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Get tokens" }).getAttribute("href")).toBe("/tokens");
  expect(await button(/Ask for a private show/)).toHaveProperty("disabled", true);
});

test("who takes no requests says why", async () => {
  const message = "This performer is in another show.";
  await open({ accepting: false, reason: "busy", message });
  expect(await screen.findByText(message)).toBeTruthy();
  expect(await button(/Ask for a private show/)).toHaveProperty("disabled", true);
});

async function ask() {
  const page = await open();
  await page.user.click(await button(/Ask for a private show/));
  await button("Take the request back");
  return page;
}

test("asking waits with a countdown and survives a reload; accepted, it leads to the show", async () => {
  const { router } = await ask();
  expect(document.activeElement).toBe(await button("Take the request back"));
  expect(screen.getByRole("timer").textContent).toMatch(/^1:5\d$/);
  expect(rememberedPending()).toMatchObject({ showId: "s1", performerId: "nina" });
  wire.say("private-chat/decided", { id: "s1", conversationId: "c9", status: "accepted" });
  await waitFor(() => expect(router.state.location.pathname).toBe("/live/privatechat/c9"));
  expect(router.state.location.search).toEqual({ streamId: "s1" });
  expect(rememberedPending()).toBeUndefined();
});

test.each([
  ["declined", /cannot come now/],
  ["expired", "No answer in time"],
])("%s is said in place", async (status, words) => {
  await ask();
  wire.say("private-chat/decided", { id: "s1", conversationId: "c9", status });
  expect(await screen.findByText(words)).toBeTruthy();
  expect(rememberedPending()).toBeUndefined();
});

test("busy keeps the request open", async () => {
  await ask();
  wire.say("private-chat/decided", { id: "s1", conversationId: "c9", status: "busy" });
  expect(await screen.findByText(/is in another show/)).toBeTruthy();
  expect(await button("Take the request back")).toBeTruthy();
});

test("taking it back returns to the terms", async () => {
  const { user } = await ask();
  const cancelled = vi.fn(() => answer({ success: true }));
  server.use(http.post("*/api/streaming/private-chat/c9/cancel", cancelled));
  await user.click(await button("Take the request back"));
  expect(await button(/Ask for a private show/)).toBeTruthy();
  expect(cancelled).toHaveBeenCalledTimes(1);
});

test("an answer that was missed is found out", async () => {
  sessionStorage.setItem(
    "private.pending",
    JSON.stringify({
      showId: "s1",
      conversationId: "c9",
      performerId: "nina",
      expiresAt: new Date(Date.now() + 60_000).toISOString(),
    }),
  );
  const { router } = await open({}, show({ status: "starting" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/live/privatechat/c9"));
});

test("on another page the tab that asked goes to the show, and only that one", async () => {
  const event = {
    id: "s1",
    conversationId: "c9",
    performerId: "nina",
    status: "accepted",
  } as const;
  expect(answered(event)).toBeUndefined();
  sessionStorage.setItem(
    "private.pending",
    JSON.stringify({ showId: "s1", conversationId: "c9", performerId: "nina", expiresAt: "" }),
  );
  expect(answered({ ...event, status: "busy" })).toMatchObject({ tell: expect.any(String) });
  expect(answered(event)).toEqual({ go: { conversationId: "c9", showId: "s1" } });
  expect(answered(event)).toBeUndefined();
});

test("with its sheet closed the button says how long the request waits, and takes it back", async () => {
  const cancelled = vi.fn(() => answer({ success: true }));
  server.use(
    http.get("*/api/streaming/private-chat/:id/quote", () => answer(quote())),
    http.post("*/api/streaming/private-chat/:id", () => answer(waits())),
    http.get("*/api/streaming/session/:id/private", () => answer(waits())),
    http.post("*/api/streaming/private-chat/c9/cancel", cancelled),
  );
  const { user } = await render(<PrivateAction performer={nina} look="button" />, {
    session: people.tom,
    path: "/room/nina",
    pages: ["/live/privatechat/$conversationId"],
  });
  await user.click(await button(/^Private · /));
  await user.click(await button(/Ask for a private show/));
  await button("Take the request back");
  await user.click(await button("Close"));
  await user.click(await button(/^Waiting 1:5\d · take back$/));
  expect(await button(/^Private · /)).toBeTruthy();
  expect(cancelled).toHaveBeenCalledOnce();
  expect(rememberedPending()).toBeUndefined();
});
