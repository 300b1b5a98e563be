import { act, screen, waitFor } from "@testing-library/react";
import { delay, HttpResponse, http } from "msw";
import { notePublication } from "@/media/publication";
import type { PublicSettings } from "@/settings/api";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { toast } from "@/ui/toast";
import type { Request } from "../api";
import { performerShow, request } from "../testing";
import { RequestNotice } from "./RequestNotice";
import { RequestsBell } from "./RequestsBell";

const wire = vi.hoisted(() => ({
  say: (_event: string, _data: object) => {},
  become: (_status: string) => {},
}));
vi.mock("@/realtime/realtime", async () => {
  const { fakeWire } = await import("@/testing/wire");
  const { createStore } = await import("zustand/vanilla");
  const { useStore } = await import("zustand");
  const realtime = fakeWire();
  const connection = createStore(() => ({ status: "connected" }));
  wire.say = realtime.say;
  wire.become = (status) => connection.setState({ status });
  return { realtime, useConnection: () => useStore(connection) };
});
afterEach(() => {
  wire.become("connected");
  sound.playSound.mockClear();
});
const sound = vi.hoisted(() => ({ playSound: vi.fn() }));
vi.mock("@/ui/sound", () => sound);

const answer = (data: unknown) => HttpResponse.json({ data });

async function open(requests: Request[] = [request()], settings: Partial<PublicSettings> = {}) {
  const called: string[] = [];
  const note = (data: unknown) => (info: { request: globalThis.Request }) => {
    called.push(new URL(info.request.url).pathname);
    return answer(data);
  };
  server.use(
    http.get("*/api/streaming/private-chat/requests", () =>
      answer({ data: requests, total: requests.length }),
    ),
    http.post("*/api/streaming/private-chat/c9/accept", note(performerShow())),
    http.post("*/api/streaming/private-chat/c9/decline", note({ success: true })),
  );
  const page = await render(
    <>
      <RequestsBell />
      <RequestNotice />
    </>,
    {
      session: people.nina,
      path: "/",
      pages: ["/live/privatechat/$conversationId", "/live/webrtc/privatechat/$conversationId"],
      settings,
    },
  );
  const unfold = () => page.user.click(screen.getByRole("button", { name: /^Private requests/ }));
  return { ...page, called, unfold };
}

test("nothing to answer is said in the spec's words", async () => {
  const { unfold } = await open([]);
  await unfold();
  expect(await screen.findByText("There are no private request.")).toBeTruthy();
});

test("a request shows who, how much, what camera, and how long it waits", async () => {
  const { unfold } = await open();
  expect(await screen.findByText("private requests", { exact: false })).toBeTruthy();
  await unfold();
  expect(await screen.findByText("tom")).toBeTruthy();
  expect(screen.getByText("30 tokens a minute · has 100 tokens")).toBeTruthy();
  expect(screen.getByText("Camera and microphone")).toBeTruthy();
  expect(screen.getByRole("timer").textContent).toMatch(/^1:5\d$/);
});

test("a hidden balance stays hidden", async () => {
  const { user } = request();
  const { unfold } = await open([
    request({ user: { _id: user._id, username: "tom", avatar: "" } }),
  ]);
  await unfold();
  expect(await screen.findByText("30 tokens a minute")).toBeTruthy();
});

test("requests come and go while the page is open", async () => {
  const { unfold } = await open([]);
  await unfold();
  await screen.findByText("There are no private request.");
  wire.say("private-chat-request", request());
  expect(await screen.findByRole("article", { name: "Request of tom" })).toBeTruthy();
  wire.say("private-chat/closed", { id: "s1", conversationId: "c9", status: "cancelled" });
  expect(await screen.findByText("There are no private request.")).toBeTruthy();
});

test("accepting ends what is published in public before the show opens", async () => {
  const { user, unfold, router, called } = await open();
  const order: string[] = [];
  const forget = notePublication(() => order.push(`ended at ${router.state.location.pathname}`));
  await unfold();
  await user.click(await screen.findByRole("button", { name: "Accept" }));
  await waitFor(() => expect(router.state.location.pathname).toBe("/live/privatechat/c9"));
  expect(order).toEqual(["ended at /"]);
  expect(called).toEqual(["/api/streaming/private-chat/c9/accept"]);
  forget();
});

test.each([
  ["hls", "/live/privatechat/c9?streamId=s1"],
  ["webrtc", "/live/webrtc/privatechat/c9?streamId=s1"],
] as const)("with private shows by %s, the accepted one is at %s", async (way, address) => {
  const { user, unfold, router } = await open([request()], { optionForPrivate: way });
  await unfold();
  await user.click(await screen.findByRole("button", { name: "Accept" }));
  await waitFor(() => expect(router.state.location.href).toBe(address));
});

test("declining takes it off the list", async () => {
  const { user, unfold, called } = await open();
  await unfold();
  await user.click(await screen.findByRole("button", { name: "Decline" }));
  expect(await screen.findByText("There are no private request.")).toBeTruthy();
  expect(called).toEqual(["/api/streaming/private-chat/c9/decline"]);
});

test("a request that is gone says so in place", async () => {
  const { user, unfold } = await open();
  const message = "This request is no longer open.";
  server.use(
    http.post("*/api/streaming/private-chat/c9/accept", () =>
      HttpResponse.json({ statusCode: 409, message, error: "request_closed" }, { status: 409 }),
    ),
  );
  await unfold();
  await user.click(await screen.findByRole("button", { name: "Accept" }));
  expect(await screen.findByText(message)).toBeTruthy();
});

test("the notice has the spec's words, a sound, ten seconds, and both answers", async () => {
  const { user, called } = await open([]);
  const told = vi.spyOn(toast, "info");
  wire.say("private-chat-request", request());
  expect(await screen.findByText("tom sent you a private chat request.")).toBeTruthy();
  expect(told.mock.lastCall?.[1]).toMatchObject({ duration: 10_000 });
  expect(sound.playSound).toHaveBeenCalledWith("/sounds/default-audio.mp3");
  await user.click(await screen.findByRole("button", { name: "Decline" }));
  await waitFor(() => expect(called).toEqual(["/api/streaming/private-chat/c9/decline"]));
});

/** What the server has open from now on. */
function serverHas(...requests: Request[]) {
  server.use(
    http.get("*/api/streaming/private-chat/requests", () =>
      answer({ data: requests, total: requests.length }),
    ),
  );
}

test("a request that came while the socket was away is found and told when it is back", async () => {
  await open([]);
  await screen.findByRole("button", { name: "Private requests" });
  act(() => wire.become("disconnect"));
  serverHas(request());
  act(() => wire.become("connected"));
  expect(await screen.findByRole("button", { name: "Private requests (1)" })).toBeTruthy();
  expect(await screen.findByText("tom sent you a private chat request.")).toBeTruthy();
  expect(sound.playSound).toHaveBeenCalledOnce();
});

test("a phone that wakes up asks for the requests anew", async () => {
  await open([]);
  await screen.findByRole("button", { name: "Private requests" });
  serverHas(request());
  act(() => {
    document.dispatchEvent(new Event("visibilitychange"));
  });
  expect(await screen.findByRole("button", { name: "Private requests (1)" })).toBeTruthy();
});

test("while it is accepted the request stays, and says that the show opens", async () => {
  const { user, unfold, router } = await open();
  let accept = () => {};
  server.use(
    http.post("*/api/streaming/private-chat/c9/accept", async () => {
      await new Promise<void>((resolve) => {
        accept = resolve;
      });
      return answer(performerShow());
    }),
  );
  await unfold();
  await user.click(await screen.findByRole("button", { name: "Accept" }));
  // The server tells everybody of the acceptance before it answers her.
  wire.say("private-chat/closed", { id: "s1", conversationId: "c9", status: "accepted" });
  expect(await screen.findByRole("button", { name: "Opening the show…" })).toBeTruthy();
  expect(screen.queryByText("There are no private request.")).toBeNull();
  accept();
  await waitFor(() => expect(router.state.location.pathname).toBe("/live/privatechat/c9"));
});

test("the bell stays open while another page comes", async () => {
  const { unfold, router } = await open();
  await unfold();
  await screen.findByRole("article", { name: "Request of tom" });
  await act(() => router.navigate({ to: "/", search: { q: "1" } }));
  expect(screen.getByRole("article", { name: "Request of tom" })).toBeTruthy();
});

test("by keyboard both answers are reached", async () => {
  const { user } = await open();
  const bell = await screen.findByRole("button", { name: "Private requests (1)" });
  bell.focus();
  await user.keyboard("{Enter}");
  const panel = screen.getByRole("dialog", { name: "Private requests (1)" });
  await waitFor(() => expect(document.activeElement).toBe(panel));
  await user.tab();
  expect(document.activeElement?.textContent).toBe("Decline");
  await user.tab();
  expect(document.activeElement?.textContent).toBe("Accept");
});

test("a notice whose answer fails says why, and can be answered again", async () => {
  const { user } = await open([]);
  server.use(
    http.post("*/api/streaming/private-chat/c9/accept", async () => {
      await delay(10);
      return HttpResponse.json(
        { statusCode: 500, message: "The media engine is down." },
        { status: 500 },
      );
    }),
  );
  wire.say("private-chat-request", request());
  await user.click(await screen.findByRole("button", { name: "Accept" }));
  expect(await screen.findByText("The media engine is down.")).toBeTruthy();
  expect(screen.queryByText("This request is no longer open.")).toBeNull();
  expect(screen.getByRole("button", { name: "Accept" })).toBeTruthy();
});
