import { act, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import type { ReactNode } from "react";
import { paths } from "@/app/paths";
import { fakeDevices, fakeEngine } from "@/media/testing";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import type { Me } from "./api";
import BroadcastPage from "./BroadcastPage";
import { nina, show } from "./testing";

const engine = vi.hoisted(() => ({ publish: vi.fn() }));
vi.mock("@/media/publishLazily", () => ({ publishLazily: engine.publish }));

vi.mock("@/realtime/realtime", async () => {
  const { createRealtime } = await import("@/realtime/socket");
  const never = () => new Promise<never>(() => {});
  return {
    realtime: createRealtime({ dial: never, ticket: never }),
    useConnection: () => ({ status: "initialized" }),
  };
});

const answer = (data: unknown) => HttpResponse.json({ data });

type Line = { _id: string; text: string };

const message = ({ _id, text }: Line) => ({
  _id,
  conversationId: "c1",
  type: "text",
  text,
  senderInfo: { _id: "tom", username: "tom", avatar: "", role: "user" },
  isDeleted: false,
  createdAt: "2026-11-02T12:00:00Z",
});

// The test page draws no picture and hears no sound; the elements are what counts here.
vi.mock("@/media/Preview", () => ({ Preview: () => <video aria-label="Your picture" muted /> }));
// Nor has it sizes, so a list that draws only what is in sight would draw nothing.
vi.mock("virtua", () => ({ Virtualizer: ({ children }: { children: ReactNode }) => children }));
vi.mock("@/media/MicMeter", () => ({ MicMeter: () => <meter aria-label="Microphone level" /> }));

async function open(me: Partial<Me> = {}, refusals: { video?: string; audio?: string } = {}) {
  const world = fakeDevices(refusals);
  Object.defineProperty(navigator, "mediaDevices", { value: world.devices, configurable: true });
  vi.spyOn(navigator.permissions, "query").mockRejectedValue(new Error("not told"));
  engine.publish.mockImplementation(fakeEngine().publish);
  const lines = [
    { _id: "m2", text: "spam spam" },
    { _id: "m1", text: "good evening" },
  ];
  server.use(
    http.get("*/api/performers/me", () => answer({ ...nina, ...me })),
    http.get("*/api/conversations/stream/public/nina", () =>
      answer({ _id: "c1", type: "stream_public", lastMessage: "" }),
    ),
    http.get("*/api/streaming/session/nina/public", () => new HttpResponse(null, { status: 404 })),
    http.get("*/api/messages/conversations/public/c1", () =>
      answer({ data: lines.map(message), total: 2 }),
    ),
    http.get("*/api/earning/performer/live", () =>
      answer({ tips: 1, gross: 25, net: 20, since: null }),
    ),
    http.get("*/api/performers/me/tips", () => answer({ data: [], total: 0 })),
  );
  const page = await render(<BroadcastPage />, {
    session: people.nina,
    path: "/live",
    pages: [paths.home(), paths.performer.accountSettings(), paths.verifyEmail()],
  });
  return { ...page, ...world };
}

async function goLive(user: Awaited<ReturnType<typeof open>>["user"]) {
  await user.click(await screen.findByRole("button", { name: "Turn on camera" }));
  const button = screen.getByRole("button", { name: "Go live" });
  await waitFor(() => expect(button).toHaveProperty("disabled", false));
  await user.click(button);
}

test("an unverified performer is told the next step, and no camera is asked for", async () => {
  const { asked } = await open({ verified: false, verification: "none", emailVerified: false });
  expect(await screen.findByRole("heading", { name: "Before you go live" })).toBeTruthy();
  const upload = screen.getByRole("link", { name: "Upload your documents" });
  expect(upload.getAttribute("href")).toBe("/account/performer/account-settings");
  expect(screen.getByRole("link", { name: "Send the link again" })).toBeTruthy();
  expect(asked).toEqual([]);
});

test("rejected documents are explained, waiting ones need nothing", async () => {
  const { unmount } = await open({
    verified: false,
    verification: "rejected",
    verificationReason: "The photo is blurred.",
  });
  expect(await screen.findByText(/The photo is blurred/)).toBeTruthy();
  unmount();
  await open({ verified: false, verification: "submitted" });
  expect(await screen.findByRole("heading", { name: "Almost there" })).toBeTruthy();
});

test("the check names the devices and remembers the choice", async () => {
  const { user } = await open();
  await user.click(await screen.findByRole("button", { name: "Turn on camera" }));
  const camera = await screen.findByRole("option", { name: "Back camera" });
  await user.selectOptions(screen.getByRole("combobox", { name: "Camera" }), camera);
  await user.selectOptions(screen.getByRole("combobox", { name: "Picture" }), "1080");
  await waitFor(() =>
    expect(JSON.parse(localStorage.getItem("broadcast.choice") ?? "{}")).toMatchObject({
      cameraId: "back",
      height: 1080,
    }),
  );
  expect(screen.getByLabelText("Title")).toHaveProperty("value", "Evening songs");
});

test("a refused camera is explained and can be tried again", async () => {
  const { user, refusals } = await open({}, { video: "NotAllowedError" });
  await user.click(await screen.findByRole("button", { name: "Turn on camera" }));
  expect(await screen.findByText(/does not let us use the camera/)).toBeTruthy();
  expect(screen.getByRole("button", { name: "Go live" })).toHaveProperty("disabled", true);
  delete refusals.video;
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.queryByText(/does not let us/)).toBeNull());
});

test("a show on another device is moved here after a question", async () => {
  const asked: unknown[] = [];
  server.use(
    http.post("*/api/streaming/live", async ({ request }) => {
      asked.push(await request.json());
      if (asked.length > 1) return answer(show());
      const refused = { statusCode: 409, message: "You are live.", error: "already_live" };
      return HttpResponse.json(refused, { status: 409 });
    }),
  );
  const { user } = await open();
  await goLive(user);
  const dialog = await screen.findByRole("dialog", { name: "You are live on another device" });
  await user.click(within(dialog).getByRole("button", { name: "Move it here" }));
  expect(await screen.findByRole("button", { name: "End show" })).toBeTruthy();
  expect(asked).toEqual([
    { title: "Evening songs", takeover: false },
    { title: "Evening songs", takeover: true },
  ]);
});

test("on air she deletes a message, clears the chat, and ends the show", async () => {
  const called: string[] = [];
  const note = ({ request }: { request: Request }) => {
    called.push(`${request.method} ${new URL(request.url).pathname}`);
    return answer({ success: true });
  };
  server.use(
    http.post("*/api/streaming/live", () => answer(show())),
    http.delete("*/api/messages/:id", note),
    http.delete("*/api/messages/:id/remove-all-message", note),
    http.post("*/api/streaming/stop", note),
  );
  const { user } = await open();
  await goLive(user);
  await screen.findByText("spam spam");
  const menus = screen.getAllByRole("button", { name: "Options for the message of tom" });
  await user.click(menus[1] ?? document.body);
  await user.click(await screen.findByRole("menuitem", { name: "Delete message" }));
  expect(await screen.findByText("Message deleted")).toBeTruthy();

  await user.click(screen.getByRole("button", { name: "Clear chat" }));
  const clear = screen.getByRole("dialog", { name: "Clear the chat?" });
  await user.click(within(clear).getByRole("button", { name: "Clear chat" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());

  await user.click(screen.getByRole("button", { name: "End show" }));
  await user.click(screen.getByRole("button", { name: "End the show" }));
  expect(await screen.findByRole("heading", { name: "That was your show" })).toBeTruthy();
  expect(screen.getByText("20 tokens")).toBeTruthy();
  expect(called).toEqual([
    "DELETE /api/messages/m2",
    "DELETE /api/messages/c1/remove-all-message",
    "POST /api/streaming/stop",
  ]);
});

/** On air from this page; answers the engine's connection, by which pictures arrive or not. */
async function onAir(me: Partial<Me> = {}) {
  const sent = fakeEngine();
  const page = await open(me);
  engine.publish.mockImplementation(sent.publish);
  server.use(
    http.post("*/api/streaming/live", () => answer(show())),
    http.get("*/api/earning/performer/live", () =>
      answer({ tips: 0, gross: 0, net: 0, since: null }),
    ),
  );
  await page.user.click(await screen.findByRole("button", { name: "Turn on camera" }));
  const button = screen.getByRole("button", { name: "Go live" });
  await waitFor(() => expect(button).toHaveProperty("disabled", false));
  await page.user.click(button);
  await screen.findByRole("button", { name: "End show" });
  const events = sent.sent.at(-1)?.events;
  if (events === undefined) throw new Error("nothing was sent");
  return { ...page, events };
}

test("LIVE stands there only while pictures arrive", async () => {
  const { events } = await onAir();
  expect(screen.queryByText("LIVE")).toBeNull();
  act(() => events.onFrames(true));
  expect(await screen.findByText("LIVE")).toBeTruthy();
  act(() => events.onFrames(false));
  expect(screen.queryByText("LIVE")).toBeNull();
  expect(screen.getByText("No picture arrives")).toBeTruthy();
});

test("a phone that takes camera and microphone away says so on the stage", async () => {
  const { opened, events } = await onAir();
  act(() => events.onFrames(true));
  const [video, audio] = ["video", "audio"].map((kind) => opened.find((one) => one.kind === kind));
  act(() => {
    video?.onmute?.(new Event("mute"));
    audio?.onmute?.(new Event("mute"));
  });
  expect(screen.getByText("Your device took the camera away")).toBeTruthy();
  expect(screen.getByText(/Your device took the microphone away/)).toBeTruthy();
  act(() => {
    video?.onunmute?.(new Event("unmute"));
    audio?.onunmute?.(new Event("unmute"));
  });
  expect(screen.queryByText("Your device took the camera away")).toBeNull();
});

test("without a microphone she is told on air, and can open one or choose another", async () => {
  const { user, opened } = await onAir();
  const audio = opened.find(({ kind }) => kind === "audio");
  act(() => audio?.onended?.(new Event("ended")));
  expect(screen.getByText(/Your microphone was disconnected/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Devices and sound" }));
  expect(screen.getByRole("switch", { name: /^Sounds/ })).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Close" }));
  await user.click(screen.getByRole("button", { name: "Turn microphone on" }));
  expect(await screen.findByRole("button", { name: "Mute microphone" })).toBeTruthy();
  expect(screen.queryByText(/Your microphone was disconnected/)).toBeNull();
});

test("before the show she says that she is away, and chooses the other kind of show", async () => {
  const { user } = await open();
  const said: unknown[] = [];
  server.use(
    http.post("*/api/performers/streaming-status/update", async ({ request }) => {
      said.push(await request.json());
      return answer({ ...nina, availability: "away" });
    }),
  );
  await user.click(await screen.findByRole("switch", { name: /^I am away/ }));
  await waitFor(() => expect(said).toEqual([{ status: "away" }]));
  expect(screen.getByRole("switch", { name: /^I am away/ })).toHaveProperty("checked", true);
  expect(screen.getByRole("link", { name: "Group" }).getAttribute("href")).toBe("/live/groupchat");
});

/** A server that keeps the headline; what was said to it. */
function headlineServer(performer: Me) {
  const said: unknown[] = [];
  let kept = performer;
  server.use(
    http.get("*/api/performers/me", () => answer(kept)),
    http.post<never, { headline: string }>(
      "*/api/performers/streaming-status/update",
      async ({ request }) => {
        const body = await request.json();
        said.push(body);
        kept = { ...kept, headline: body.headline };
        return answer(kept);
      },
    ),
  );
  return said;
}

async function changeHeadline(user: Awaited<ReturnType<typeof open>>["user"], to: string) {
  await user.click(await screen.findByRole("button", { name: "Change the headline" }));
  const dialog = screen.getByRole("dialog", { name: "Change the headline" });
  const field = within(dialog).getByRole("textbox", { name: /^Headline/ });
  await user.clear(field);
  if (to) await user.type(field, to);
  await user.click(within(dialog).getByRole("button", { name: "Save" }));
  return dialog;
}

test("on air she changes her headline, and stays away if she is", async () => {
  const { user } = await onAir({ availability: "away" });
  const said = headlineServer({ ...nina, availability: "away" });
  const empty = await changeHeadline(user, "");
  expect(await within(empty).findByText("This field is required!")).toBeTruthy();
  await user.type(within(empty).getByRole("textbox", { name: /^Headline/ }), "Requests welcome");
  await user.click(within(empty).getByRole("button", { name: "Save" }));
  await waitFor(() => expect(said).toEqual([{ status: "away", headline: "Requests welcome" }]));
  expect(await screen.findByRole("heading", { name: "Requests welcome" })).toBeTruthy();
});

test("with a program she sets headline and absence before the picture arrives", async () => {
  server.use(http.get("*/api/streaming/stream-key", () => answer({ url: "u", exists: false })));
  const { user } = await open();
  const said = headlineServer(nina);
  await user.click(await screen.findByRole("tab", { name: "Use OBS" }));
  expect(await screen.findByRole("switch", { name: /^I am away/ })).toBeTruthy();
  await changeHeadline(user, "Late set");
  await waitFor(() => expect(said).toEqual([{ status: "available", headline: "Late set" }]));
  expect(await screen.findByText("Late set")).toBeTruthy();
});
