import { useQuery } from "@tanstack/react-query";
import { act, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { performerKeys } from "@/performers/api";
import type { Profile } from "@/performers/types";
import { card } from "@/testing/performers";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { Poster } from "./Poster";
import { useWatch } from "./useWatch";

const wire = vi.hoisted(() => ({ say: (_event: string, _data: object) => {} }));
vi.mock("@/realtime/realtime", async () => {
  const { fakeWire } = await import("@/testing/wire");
  const realtime = fakeWire();
  wire.say = realtime.say;
  return { realtime, useConnection: () => ({ status: "connected" }) };
});

function Watched() {
  const { data } = useQuery<Pick<Profile, "_id" | "streamingStatus">>({
    queryKey: performerKeys.profile("nina"),
    queryFn: () => card(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ? <Watch status={data.streamingStatus} /> : null;
}

function Watch({ status }: { status: Profile["streamingStatus"] }) {
  const performer = { ...card({ streamingStatus: status }), viewers: 0 };
  const { phase, ended } = useWatch(performer, "room-nina");
  return (
    <>
      <output aria-label="State">{`${status} ${phase}`}</output>
      <Poster performer={performer} ended={ended} expected={status === "public"} tall />
    </>
  );
}

async function open() {
  const joins = vi.fn(() => new HttpResponse(null, { status: 409 }));
  server.use(
    http.post("*/api/streaming/join/nina", joins),
    http.get("*/api/streaming/session/nina/public", () => new HttpResponse(null, { status: 404 })),
  );
  await render(<Watched />);
  await screen.findByText("public connecting");
  return joins;
}

const hear = (type: string, status: string) =>
  act(() =>
    wire.say("show/changed", { performerId: "nina", conversationId: "room-nina", type, status }),
  );
const shown = (words: string) =>
  waitFor(() => expect(screen.getByRole("status", { name: "State" }).textContent).toBe(words));

test("a private show that is live is not for the viewers of the public one", async () => {
  const joins = await open();
  hear("private", "starting");
  await shown("private off");
  const before = joins.mock.calls.length;
  hear("private", "live");
  hear("private", "paused");
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  await shown("private off");
  expect(joins).toHaveBeenCalledTimes(before);
});

/** A private show has ended; the public one is not back yet. */
async function openWhileHeld() {
  const joins = await open();
  hear("private", "starting");
  hear("private", "ended");
  hear("public", "held");
  await shown("away off");
  return { joins, before: joins.mock.calls.length };
}

test("they join while her picture is on its way, but not before a show that nobody was in", async () => {
  const { joins, before } = await openWhileHeld();
  hear("public", "starting");
  await shown("away connecting");
  await waitFor(() => expect(joins.mock.calls.length).toBeGreaterThan(before));
  hear("public", "ended");
  await shown("offline off");
  const after = joins.mock.calls.length;
  hear("public", "starting");
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
  await shown("offline off");
  expect(joins).toHaveBeenCalledTimes(after);
});

test("after it she is away, and back in public they watch again by themselves", async () => {
  const { joins, before } = await openWhileHeld();
  hear("public", "live");
  await shown("public connecting");
  await waitFor(() => expect(joins.mock.calls.length).toBeGreaterThan(before));
});

test.each([
  ["performer_left", "Nina Vale has ended the show"],
  ["media_lost", "The show is over: Nina Vale's connection was lost"],
  ["moderator", "The site has ended this show"],
  ["maintenance", "All shows are over: the site is being worked on"],
  ["another day's reason", "Nina Vale is offline"],
])("viewers read that the show ended, and why: %s", async (reason, words) => {
  await open();
  hear("public", "ended");
  act(() => wire.say("show/ended", { conversationId: "another room", reason: "fault" }));
  expect(await screen.findByText("Nina Vale is offline")).toBeTruthy();
  act(() => wire.say("show/ended", { conversationId: "room-nina", reason }));
  expect(await screen.findByText(words)).toBeTruthy();

  hear("public", "live");
  await waitFor(() => expect(screen.queryByText(words)).toBeNull());
});

test("viewers read that she went private, or waits away", async () => {
  await open();
  hear("private", "starting");
  expect(await screen.findByText("Nina Vale is in a private show")).toBeTruthy();
  hear("private", "ended");
  hear("public", "held");
  expect(await screen.findByText("Nina Vale is away")).toBeTruthy();
});
