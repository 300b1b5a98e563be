import { act, screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import type { VideoPlayerProps } from "@/player/types";
import type { Session } from "@/session/api";
import { setBought } from "@/store/cache";
import { forgetUndoable, noteUndoable } from "@/store/undoable";
import { people } from "@/testing/people";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { purchaseChanged } from "./changed";
import { video } from "./testing";
import VideoPage from "./VideoPage";

const player = vi.hoisted((): { shown: VideoPlayerProps[] } => ({ shown: [] }));

vi.mock("@/player/VideoPlayer", () => ({
  VideoPlayer(props: VideoPlayerProps) {
    player.shown.push(props);
    return <section aria-label={`${props.part} of ${props.assetId}`} />;
  },
}));

beforeEach(() => {
  forgetUndoable("video", "v1");
  player.shown = [];
});

const film = () => screen.findByRole("region", { name: "video of v1" });
const trailer = () => screen.findByRole("region", { name: "trailer of v1" });

/** The video's page; what the server answers may change while it is shown. */
async function show(session: Session | null, changes = {}) {
  const state: { video: ReturnType<typeof video> | undefined; counted: number } = {
    video: video(changes),
    counted: 0,
  };
  server.use(
    http.get("*/api/user/performer-assets/videos/v1/view", () =>
      state.video
        ? HttpResponse.json({ data: state.video })
        : HttpResponse.json({ statusCode: 404, message: "Nothing." }, { status: 404 }),
    ),
    http.post("*/api/user/performer-assets/videos/v1/inc-view", () => {
      state.counted += 1;
      return HttpResponse.json({ data: { success: true } });
    }),
  );
  const drawn = await render(<VideoPage />, {
    session,
    path: "/video/v1",
    route: "/video/$id",
    pages: ["/room/$username", "/cams", "/account/user/purchased-video"],
  });
  return { ...drawn, state };
}

test("who has not bought it watches the trailer, which is counted when it plays", async () => {
  const { state } = await show(null);
  expect(await screen.findByRole("heading", { level: 1, name: "Night garden" })).toBeTruthy();
  await trailer();
  expect(screen.getByText(/^1:30 · since/)).toBeTruthy();
  expect(state.counted).toBe(0);
  player.shown.at(-1)?.onPlay?.();
  await vi.waitFor(() => expect(state.counted).toBe(1));
});

test("without a trailer it says when it can be watched", async () => {
  await show(null, { video: { ...video().video, hasTrailer: false } });
  expect(await screen.findByText("To watch once it is yours.")).toBeTruthy();
  expect(player.shown).toEqual([]);
});

test("what was bought a moment ago waits for a press, and plays at once then", async () => {
  noteUndoable("video", "v1", { purchaseId: "b1", until: Date.now() + 60_000 });
  const { user } = await show(people.tom, { isBought: true });
  await trailer();
  expect(screen.getByRole("button", { name: /^Undo/ })).toBeTruthy();
  expect(player.shown.some(({ part }) => part === "video")).toBe(false);
  await user.click(screen.getByRole("button", { name: "Watch it now" }));
  await film();
  expect(player.shown.at(-1)?.autoPlay).toBe(true);
  expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull();
});

test("what is bought here can be watched without another answer", async () => {
  const { user, queries } = await show(people.tom);
  await trailer();
  // A purchase changes what is known at once; the answer that confirms it may be long in coming.
  server.use(
    http.get("*/api/user/performer-assets/videos/v1/view", () => new Promise<Response>(() => {})),
  );
  noteUndoable("video", "v1", { purchaseId: "b1", until: Date.now() + 60_000 });
  act(() => setBought(queries, "video", "v1", true));
  await user.click(await screen.findByRole("button", { name: "Watch it now" }));
  await film();
});

test("a refund takes the video from the screen, and says so", async () => {
  const { queries, state } = await show(people.tom, { isBought: true });
  await film();
  state.video = video();
  act(() => purchaseChanged({ type: "video", itemId: "v1", isBought: false }, { queries }));
  await trailer();
  expect(screen.queryByRole("region", { name: "video of v1" })).toBeNull();
  expect(screen.getByRole("alert").textContent).toContain("You can no longer watch this video");
});

test("what the player hears first, the page asks about: somebody who was blocked", async () => {
  const { state } = await show(people.tom, { isBought: true });
  await film();
  state.video = undefined;
  act(() => player.shown.at(-1)?.onLost("gone"));
  const title = "This video is not there for you any more";
  expect(await screen.findByRole("heading", { level: 1, name: title })).toBeTruthy();
  expect(screen.queryByRole("region", { name: "video of v1" })).toBeNull();
});

test("an undo from the message that offered it is no loss", async () => {
  noteUndoable("video", "v1", { purchaseId: "b1", until: Date.now() + 60_000 });
  const { queries, state } = await show(people.tom, { isBought: true });
  await trailer();
  state.video = video();
  act(() => purchaseChanged({ type: "video", itemId: "v1", isBought: false }, { queries }));
  await vi.waitFor(() => expect(screen.queryByRole("button", { name: /^Undo/ })).toBeNull());
  expect(screen.queryByRole("alert")).toBeNull();
});

test("what is being prepared says so to who bought it", async () => {
  await show(people.tom, { isBought: true, video: { ...video().video, isWatchable: false } });
  expect(await screen.findByText(/It is being prepared/)).toBeTruthy();
});
