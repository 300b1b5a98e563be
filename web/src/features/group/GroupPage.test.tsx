import { act, screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { fakeDevices, fakeEngine } from "@/media/testing";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import type { Show } from "./api";
import GroupPage from "./GroupPage";
import { lacking, participant, show } from "./testing";

const engine = vi.hoisted(() => ({ publish: vi.fn() }));
vi.mock("@/media/publishLazily", () => ({ publishLazily: engine.publish }));
vi.mock("@/media/MicMeter", () => ({ MicMeter: () => null }));
vi.mock("@/media/Preview", () => ({ Preview: () => <video aria-label="Your picture" muted /> }));

const wire = vi.hoisted(() => ({ say: (_event: string, _data: object) => {} }));
vi.mock("@/realtime/realtime", async () => {
  const { fakeWire } = await import("@/testing/wire");
  const realtime = fakeWire();
  wire.say = realtime.say;
  return { realtime, useConnection: () => ({ status: "connected" }) };
});

const answer = (data: unknown) => HttpResponse.json({ data });
const address = { url: "wss://stage", token: "t" };
const started = (changes: Partial<Show> = {}) =>
  lacking(
    show({ publish: { webrtc: address, whip: address }, status: "starting", ...changes }),
    "participants",
  );
const lines = ["tom", "ann"].map((username) => ({
  member: { _id: username, username, name: username, avatar: "" },
  seconds: 60,
  minutes: 1,
  net: 8,
  refund: 0,
  reason: "performer_left",
}));

async function visit(open?: Show) {
  Object.defineProperty(navigator, "mediaDevices", {
    value: fakeDevices().devices,
    configurable: true,
  });
  engine.publish.mockImplementation(fakeEngine().publish);
  const scene: { open: Show | undefined; asked: unknown[] } = { open, asked: [] };
  server.use(
    http.get("*/api/performers/me", () =>
      answer({
        _id: "nina",
        headline: "Evening songs",
        groupPrice: 10,
        broadcast: { minParticipants: 2, maxParticipants: 3 },
      }),
    ),
    http.get("*/api/streaming/session/nina/group", () =>
      scene.open ? answer(scene.open) : new HttpResponse(null, { status: 404 }),
    ),
    http.post("*/api/streaming/group-chat", async ({ request }) => {
      scene.asked.push(await request.json());
      scene.open = started();
      return answer(scene.open);
    }),
    http.get("*/api/earning/performer/live", () =>
      answer({ tips: 3, gross: 50, net: 40, since: null }),
    ),
    http.post("*/api/streaming/stop", () => answer({ success: true })),
    http.get("*/api/streaming/shows/g1/receipt", () =>
      answer({
        showId: "g1",
        type: "group",
        performer: { _id: "nina", username: "nina", name: "Nina Vale", avatar: "" },
        seconds: 120,
        minutes: 2,
        price: 10,
        net: 16,
        refund: 0,
        reason: "performer_left",
        policyVersion: 1,
        lines,
      }),
    ),
    http.get("*/api/messages/conversations/c7", () => answer({ data: [], total: 0 })),
  );
  const page = await render(<GroupPage />, {
    session: people.nina,
    path: "/live/groupchat",
    pages: ["/live", "/account/performer/earning", "/account/performer/profile"],
  });
  return { ...page, scene };
}

type User = Awaited<ReturnType<typeof visit>>["user"];

async function starts(user: User) {
  await user.click(await screen.findByRole("button", { name: "Turn on camera" }));
  const button = screen.getByRole("button", { name: "Start the group show" });
  await vi.waitFor(() => expect(button).toHaveProperty("disabled", false));
  await user.click(button);
}

test("she starts it with her own numbers, and it waits for its members", async () => {
  const { user, scene } = await visit();
  await starts(user);
  expect(await screen.findByText("0 of 3 seats taken · 2 more are needed to start")).toBeTruthy();
  expect(scene.asked).toEqual([{ title: "Evening songs", minParticipants: 2, maxParticipants: 3 }]);
  expect(screen.getByText("No one has a seat yet")).toBeTruthy();
  act(() =>
    wire.say("show/participant", {
      conversationId: "c7",
      kind: "joined",
      participant: participant("tom", 0),
      total: 1,
      peekers: 0,
    }),
  );
  expect(await screen.findByText("1 of 3 seats taken · 1 more is needed to start")).toBeTruthy();
});

test("each minute that is paid shows beside the name of who paid it", async () => {
  const { user, scene } = await visit();
  await starts(user);
  await screen.findByText("No one has a seat yet");
  scene.open = show({ participants: [participant("tom", 3)] });
  act(() => wire.say("balance/changed", { balance: 1260 }));
  const list = await screen.findByRole("list", { name: "People in this show" });
  expect(within(list).getByText("3 minutes")).toBeTruthy();
});

test("the end is asked for once, and then she reads what each brought", async () => {
  const { user } = await visit();
  await starts(user);
  await user.click(await screen.findByRole("button", { name: "End show" }));
  await user.click(screen.getByRole("button", { name: "End the show" }));
  const table = await screen.findByRole("table");
  expect(within(table).getAllByRole("row")).toHaveLength(3);
  expect(screen.getByRole("link", { name: "Back to public" }).getAttribute("href")).toBe("/live");
});

test("after a reload the open show is offered, not a new one", async () => {
  const { user, scene } = await visit(show());
  expect(await screen.findByText("Your group show is still open")).toBeTruthy();
  expect(screen.queryByRole("form", { name: "Start a group show" })).toBeNull();
  await user.click(screen.getByRole("button", { name: "Resume my show" }));
  expect(await screen.findByRole("button", { name: "End show" })).toBeTruthy();
  expect(scene.asked).toEqual([{}]);
});

test("she reads what it brings, and is asked before she leaves it", async () => {
  const { user, router } = await visit();
  await starts(user);
  const figures = await screen.findByLabelText("Your show");
  await vi.waitFor(() => expect(within(figures).getByText("40")).toBeTruthy());
  act(() => {
    router.navigate({ to: "/live" });
  });
  const question = await screen.findByRole("dialog", { name: "Your group show is on" });
  await user.click(within(question).getByRole("button", { name: "Stay" }));
  expect(router.state.location.pathname).toBe("/live/groupchat");
});

test.each([
  ["camera_off", /Your camera is off\. All meters stand still/],
  ["no_frames", /Your camera sends no picture\. All meters stand still/],
  ["line_lost", /Your connection to the show is lost\. All meters stand still/],
] as const)("why nobody pays is said to her: %s", async (cause, words) => {
  const { user, scene } = await visit();
  await starts(user);
  await screen.findByText("No one has a seat yet");
  const told = { performerId: "nina", conversationId: "c7", type: "group", title: "" };
  scene.open = show({ status: "paused", lostCause: cause, lostAt: new Date().toISOString() });
  act(() => wire.say("show/changed", { ...told, status: "paused", cause }));
  expect(await screen.findByText(words)).toBeTruthy();
  expect(await screen.findByRole("timer", { name: "Time left" })).toBeTruthy();

  scene.open = show({ status: "live" });
  act(() => wire.say("show/changed", { ...told, status: "live" }));
  expect(await screen.findByText(/Everybody pays/)).toBeTruthy();
  expect(screen.queryByText(words)).toBeNull();
});
