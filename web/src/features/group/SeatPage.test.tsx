import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { people } from "@/testing/people";
import { card } from "@/testing/performers";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import type { Show } from "./api";
import { SeatPage } from "./SeatPage";
import { lacking, participant, seated, show, waiting } from "./testing";

vi.mock("@/media/receiveLazily", () => ({ receiveLazily: async () => ({ close: () => {} }) }));

const wire = vi.hoisted(() => ({ say: (_event: string, _data: object) => {} }));
vi.mock("@/realtime/realtime", async () => {
  const { fakeWire } = await import("@/testing/wire");
  const realtime = fakeWire();
  wire.say = realtime.say;
  return { realtime, useConnection: () => ({ status: "connected" }) };
});

const answer = (data: unknown) => HttpResponse.json({ data });
const none = () => HttpResponse.json({ statusCode: 404, message: "No show" }, { status: 404 });
const receipt = {
  showId: "g1",
  type: "group",
  performer: { _id: "nina", username: "nina", name: "Nina Vale", avatar: "" },
  seconds: 60,
  minutes: 1,
  price: 10,
  gross: 10,
  refund: 0,
  reason: "member_left",
  policyVersion: 1,
};

type Scene = { open?: Show; taken?: () => Response };

async function visit({ open, taken }: Scene = {}) {
  const scene: { open: Show | undefined } = { open };
  server.use(
    http.get("*/api/performers/nina/view", () =>
      answer({ ...card({ streamingStatus: "group" }), relatedPerformers: [] }),
    ),
    http.get("*/api/streaming/session/nina/group", () =>
      scene.open ? answer(scene.open) : none(),
    ),
    http.post("*/api/streaming/group-chat/nina/join", taken ?? (() => answer(seated()))),
    http.post("*/api/streaming/group-chat/nina/leave", () => answer({ success: true })),
    http.get("*/api/streaming/shows/g1/receipt", () => answer(receipt)),
    http.get("*/api/messages/conversations/c7", () => answer({ data: [], total: 0 })),
  );
  const page = await render(
    <SeatPage topUp="/tokens" tipPanel={({ performer }) => <p>Tip {performer.name}</p>} />,
    {
      session: people.tom,
      path: "/live/groupchat/nina",
      route: "/live/groupchat/$username",
      pages: ["/room/$username", "/tokens"],
    },
  );
  return { ...page, scene };
}

const stranger = () => lacking(show({ viewers: 2 }), "participants");
const seats = () => within(screen.getByRole("list", { name: "People in this show" }));

test("without a group show there is the way to her room; with one the page opens by itself", async () => {
  const { scene } = await visit();
  expect(await screen.findByText("Nina Vale has no group show now")).toBeTruthy();
  scene.open = stranger();
  act(() =>
    wire.say("show/changed", { performerId: "nina", conversationId: "c1", status: "live" }),
  );
  expect(await screen.findByRole("button", { name: "Take a seat · 10 a minute" })).toBeTruthy();
});

test("price, seats and how long the balance lasts are read before a seat is taken", async () => {
  await visit({ open: stranger() });
  expect(await screen.findByText("10 tokens a minute")).toBeTruthy();
  expect(screen.getByText("2 of 3 seats taken")).toBeTruthy();
  expect(screen.getByText("100 tokens · lasts 10 minutes")).toBeTruthy();
});

test.each([
  ["camera_off", /The camera is off\. Your meter stands still/],
  ["no_frames", /The camera sends no picture\. Your meter stands still/],
  ["line_lost", /The connection to the show is lost\. Your meter stands still/],
] as const)("why the meter of a seat stands still is said: %s", async (lostCause, words) => {
  const lostAt = new Date().toISOString();
  const { user } = await visit({
    open: stranger(),
    taken: () => answer({ ...seated(), status: "paused", lostAt, lostCause }),
  });
  await user.click(await screen.findByRole("button", { name: /^Take a seat/ }));
  expect(await screen.findByText(words)).toBeTruthy();
});

test("a seat shows who is there and what it costs", async () => {
  const { user, scene } = await visit({ open: stranger() });
  scene.open = lacking(seated(), "play");
  await user.click(await screen.findByRole("button", { name: /^Take a seat/ }));
  expect(await screen.findByLabelText("Your meter")).toBeTruthy();
  expect(seats().getByText("ann")).toBeTruthy();
  const participants = [participant("tom", 2), participant("ann", 4)];
  scene.open = seated({ participants });
  const tick = { minutes: 2, spent: 20, balance: 70, secondsLeft: 480 };
  act(() => wire.say("meter/tick", { conversationId: "c7", performerId: "nina", ...tick }));
  expect(await seats().findByText("4 minutes")).toBeTruthy();
});

test("a picture that does not come is joined anew", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const taken = vi.fn(() => answer(seated()));
  await visit({ open: seated(), taken });
  expect(await screen.findByRole("list", { name: "People in this show" })).toBeTruthy();
  const before = taken.mock.calls.length;
  await act(() => vi.advanceTimersByTimeAsync(14_000));
  await waitFor(() => expect(taken.mock.calls.length).toBe(before + 1));
  vi.useRealTimers();
});

test("whoever cannot pay is told what is missing, and where there is more", async () => {
  const refusal = { statusCode: 409, message: "Not enough tokens.", missing: 4 };
  const { user } = await visit({
    open: stranger(),
    taken: () => HttpResponse.json(refusal, { status: 409 }),
  });
  await user.click(await screen.findByRole("button", { name: /^Take a seat/ }));
  expect(await screen.findByText(/Not enough tokens\. 4 tokens are missing\./)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Get tokens" }).getAttribute("href")).toBe("/tokens");
});

test("a seat that waits says so, and can be given back", async () => {
  const { user } = await visit({ open: waiting(), taken: () => answer(waiting()) });
  expect(await screen.findByText(/^You have a seat\. The show starts by itself/)).toBeTruthy();
  expect(screen.queryByLabelText("Your meter")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Give the seat back" }));
  await user.click(screen.getByRole("button", { name: "Give it back" }));
  expect(await screen.findByText("The group show is over")).toBeTruthy();
});

test("who leaves gets a receipt", async () => {
  const { user } = await visit({ open: seated() }); // after a reload: the seat is still there
  await user.click(await screen.findByRole("button", { name: "Leave" }));
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Leave" }));
  expect(await screen.findByText("You have left.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Back to the room" }).getAttribute("href")).toBe(
    "/room/nina",
  );
});
