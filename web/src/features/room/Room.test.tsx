import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import type { ReceiveEvents } from "@/media/receive";
import { card } from "@/testing/performers";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { Room } from "./Room";

vi.mock("@/realtime/realtime", async () =>
  (await import("@/testing/silentRealtime")).silentRealtime(),
);
const engine = vi.hoisted(() => ({ receive: vi.fn() }));
vi.mock("@/media/receiveLazily", () => ({ receiveLazily: engine.receive }));

beforeEach(() => vi.clearAllMocks());

const more = {
  aboutMe: "Old records.",
  age: 31,
  categories: [],
  galleries: [],
  relatedPerformers: [card({ _id: "mika", username: "mika", name: "Mika Lune" })],
  links: [],
  wideImage: "",
};
const address = { url: "wss://here/", room: "r", token: "t", expiresAt: "2099-01-01T00:00:00Z" };
const list = () => HttpResponse.json({ data: { data: [], total: 0, fewest: 4 } });

const joined = (): Response =>
  HttpResponse.json({ data: { viewers: 3, play: { prefer: "webrtc", webrtc: address } } });

/** Nina's room, entered from a list with her card; her line is up when `connected`. `answer` is the server's about who she is. */
async function enter(
  streamingStatus: "public" | "offline",
  join = joined,
  connected: Promise<unknown> = Promise.resolve(),
  talking: Promise<unknown> = Promise.resolve(),
) {
  const nina = card({ streamingStatus });
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let heard: ReceiveEvents | undefined;
  engine.receive.mockImplementation(async (_: unknown, events: ReceiveEvents) => {
    heard = events;
    await connected;
    return { close: () => {} };
  });
  server.use(
    http.get("*/api/performers/nina/view", async () => {
      await answered;
      return HttpResponse.json({ data: { ...nina, ...more } });
    }),
    http.post("*/api/streaming/join/nina", join),
    http.get("*/api/conversations/stream/public/nina", async () => {
      await talking;
      return HttpResponse.json({ data: { _id: "c1", type: "public" } });
    }),
    http.post("*/api/performers/nina/inc-view", () => new HttpResponse(null, { status: 204 })),
    http.get("*/api/wheels/search", list),
    http.get("*/api/messages/conversations/public/c1", list),
    http.get("*/api/countries/list", list),
  );
  await render(<Room tipPanel={() => <button type="button">Tip</button>} missing="nobody" />, {
    path: "/room/nina",
    route: "/room/$username",
    cards: [nina],
  });
  return { answer, heard: () => heard };
}

const stage = () => screen.getByRole("group", { name: "Live video of Nina Vale" });
const tip = () => screen.queryByRole("button", { name: "Tip" });

test("a live room is its stage at once, from the card; the rest comes with the first frame", async () => {
  const { answer, heard } = await enter("public");
  expect(stage()).toBeTruthy();
  expect(screen.getByRole("heading", { level: 1, name: /Nina Vale/ })).toBeTruthy();
  await waitFor(() => expect(heard()).toBeTruthy()); // she is connected to before she is described
  answer();
  const shown = stage();
  act(() => heard()?.onPicture({ attach: () => {}, detach: () => {} }));
  expect(tip()).toBeNull();
  const video = shown.querySelector("video");
  if (video === null) throw new Error("no video");
  fireEvent.playing(video);
  await screen.findByRole("button", { name: "Tip" });
  expect(stage()).toBe(shown); // not made anew
});

test("a picture that does not come holds the rest up for a second only", async () => {
  const { answer } = await enter("public");
  answer();
  expect(await screen.findByRole("button", { name: "Tip" }, { timeout: 3000 })).toBeTruthy();
});

test("the pictures of others leave a slow line to hers", async () => {
  const { answer, heard } = await enter("public", joined, new Promise(() => {}));
  answer();
  await screen.findByRole("button", { name: "Tip" }, { timeout: 3000 });
  expect(await screen.findByText("More like this")).toBeTruthy();
  expect(screen.queryByText("Mika Lune")).toBeNull();
  act(() => heard()?.onPicture({ attach: () => {}, detach: () => {} }));
  const video = stage().querySelector("video");
  if (video === null) throw new Error("no video");
  fireEvent.playing(video);
  expect(await screen.findByText("Mika Lune")).toBeTruthy();
});

test("nothing waits in the room of somebody who is offline", async () => {
  const { answer } = await enter("offline");
  expect(screen.getByText("Nina Vale is offline")).toBeTruthy();
  answer();
  expect(await screen.findByRole("button", { name: "Tip" })).toBeTruthy();
  expect(await screen.findByText("Old records.")).toBeTruthy();
  expect(engine.receive).not.toHaveBeenCalled();
});

test("what is chosen for a tip stays chosen when the chat comes", async () => {
  let talk = () => {};
  const talking = new Promise<void>((resolve) => {
    talk = resolve;
  });
  const { answer } = await enter("offline", joined, undefined, talking);
  answer();
  const panel = await screen.findByRole("button", { name: "Tip" });
  talk();
  await screen.findByRole("button", { name: "Log in to chat…" });
  expect(tip()).toBe(panel); // not made anew
});

test("a viewer whose join is refused reads why", async () => {
  await enter("public", () =>
    HttpResponse.json(
      { statusCode: 429, error: "too_many", message: "Too many viewers for now." },
      { status: 429 },
    ),
  );
  expect(await screen.findByText(/^Too many viewers for now\. Trying again/)).toBeTruthy();
});
