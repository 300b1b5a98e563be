import { act, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { ApiError } from "@/api/errors";
import { onDevice } from "@/lib/storage";
import { render } from "@/testing/render";
import { server } from "@/testing/server";
import { addresses, answers } from "./testing";
import type { VideoPlayerProps } from "./types";
import { fetchPlayer, VideoPlayer } from "./VideoPlayer";

beforeAll(async () => {
  await fetchPlayer();
  // The test page's answers nothing where browsers promise something.
  RemotePlayback.prototype.cancelWatchAvailability = async () => {};
});

/** A device that plays HLS by itself. */
beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, "canPlayType").mockReturnValue("maybe");
  vi.spyOn(HTMLMediaElement.prototype, "load").mockImplementation(() => {});
  vi.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(async function (
    this: HTMLMediaElement,
  ) {
    this.dispatchEvent(new Event("play"));
    this.dispatchEvent(new Event("playing"));
  });
});

async function watch(props: Partial<VideoPlayerProps> = {}) {
  const onLost = vi.fn();
  const onPlay = vi.fn();
  const page = await render(
    <VideoPlayer
      assetId="v1"
      part="video"
      title="Night garden"
      onLost={onLost}
      onPlay={onPlay}
      {...props}
    />,
  );
  const video = await waitFor(() => {
    const found = document.querySelector("video");
    if (!found?.getAttribute("src")) throw new Error("The video is not there.");
    return found;
  });
  return { ...page, video, onLost, onPlay };
}

const fire = (video: HTMLVideoElement, name: string) =>
  act(async () => {
    video.dispatchEvent(new Event(name));
  });

test("the video comes from the API, and goes on where its viewer was", async () => {
  server.use(
    http.get("*/api/user/performer-assets/videos/v1/playback", ({ request }) => {
      expect(new URL(request.url).searchParams.get("part")).toBe("video");
      return HttpResponse.json({ data: addresses("one", 600_000, { positionMs: 42_000 }) });
    }),
  );
  const { video, user } = await watch();
  expect(video.getAttribute("src")).toBe("/media/videos/one/master.m3u8");
  await fire(video, "loadedmetadata");
  expect(video.currentTime).toBe(42);
  expect(screen.getByText("Goes on at 0:42")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "From the beginning" }));
  await waitFor(() => expect(video.currentTime).toBe(0));
});

test("a refused address is replaced, and the video goes on where it was", async () => {
  const source = answers(addresses("one"), addresses("two"));
  const { video, onLost } = await watch({ source: source.load });
  video.currentTime = 30;
  await fire(video, "error");
  await waitFor(() => expect(video.getAttribute("src")).toBe("/media/videos/two/master.m3u8"));
  video.currentTime = 0; // as a new source does
  await fire(video, "loadedmetadata");
  expect(video.currentTime).toBe(30);
  expect(onLost).not.toHaveBeenCalled();
});

test("whoever loses the video sees nothing of it any more, and the page hears why", async () => {
  const source = answers(addresses("one"), new ApiError(403, "No."));
  const { video, onLost } = await watch({ source: source.load });
  await fire(video, "error");
  expect(await screen.findByText("You can no longer watch this video")).toBeDefined();
  expect(onLost.mock.calls).toEqual([["refused"]]);
  expect(document.querySelector("video")).toBeNull();
  expect(video.hasAttribute("src")).toBe(false); // and what was fetched goes with it
});

test("what was never bought is said at once, and other failures may be tried again", async () => {
  const onLost = vi.fn();
  const source = answers(new ApiError(503, "Busy."), new ApiError(403, "No."));
  const page = await render(
    <VideoPlayer assetId="v1" part="video" title="A" source={source.load} onLost={onLost} />,
  );
  expect(await screen.findByText("The video could not be loaded")).toBeDefined();
  expect(onLost).not.toHaveBeenCalled();
  await page.user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(onLost.mock.calls).toEqual([["refused"]]));
});

test("the place is kept of what was bought, and its refusal changes nothing on the page", async () => {
  const kept: unknown[] = [];
  server.use(
    http.put("*/api/user/performer-assets/videos/v1/position", async ({ request }) => {
      kept.push(await request.json());
      return HttpResponse.json({ message: "Forbidden" }, { status: 403 });
    }),
  );
  const { video, unmount, router } = await watch({ source: addresses("one") });
  await fire(video, "playing");
  video.currentTime = 12;
  unmount();
  await waitFor(() => expect(kept).toEqual([{ positionMs: 12_000 }]));
  expect(router.state.location.pathname).toBe("/");
});

test("the first play is told once", async () => {
  const { video, onPlay } = await watch({ source: addresses("one"), part: "trailer" });
  for (const name of ["play", "playing", "pause", "play", "playing"]) await fire(video, name);
  await waitFor(() => expect(onPlay).toHaveBeenCalledTimes(1));
});

test("speed by keys is said and remembered; keys of a field are not the player's", async () => {
  const { video, user } = await watch({ source: addresses("one") });
  await user.keyboard(">");
  expect(await screen.findByText("Speed 1.25×")).toBeDefined();
  expect(video.playbackRate).toBe(1.25);
  expect(onDevice.get("video.speed")).toBe("1.25");
  const field = document.body.appendChild(document.createElement("input"));
  field.focus();
  await user.keyboard(">");
  expect(video.playbackRate).toBe(1.25);
  field.remove();
});

test("keys on a heading, where one stands after coming to a page, are the player's", async () => {
  const { video, user } = await watch({ source: addresses("one") });
  const heading = document.body.appendChild(document.createElement("h1"));
  heading.tabIndex = -1;
  heading.focus();
  const before = video.playbackRate;
  await user.keyboard(">");
  await waitFor(() => expect(video.playbackRate).toBeGreaterThan(before));
  heading.remove();
});

test("captions are chosen in the menu and kept by their language", async () => {
  const captions = [
    { language: "en", label: "English", url: "/media/videos/one/en.vtt" },
    { language: "de", label: "Deutsch", url: "/media/videos/one/de.vtt" },
  ];
  const { user } = await watch({ source: addresses("one", 600_000, { captions }) });
  await user.click(screen.getByRole("button", { name: "Settings" }));
  await user.click(screen.getByRole("menuitem", { name: /Captions/ }));
  await user.click(screen.getByRole("menuitem", { name: "Deutsch" }));
  expect(onDevice.get("video.captions")).toBe("de");
  expect(screen.getByRole("button", { name: "Captions" }).getAttribute("aria-pressed")).toBe(
    "true",
  );
});

test("the list of keys opens with a question mark", async () => {
  const { user } = await watch({ source: addresses("one") });
  await user.keyboard("?");
  expect(await screen.findByRole("dialog", { name: "Keyboard shortcuts" })).toBeDefined();
  expect(screen.getByText("Back or forward 10 seconds")).toBeDefined();
});
