import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { onDevice } from "@/lib/storage";
import { Player } from "./Player";
import { type PlayablePicture, usePlayer } from "./usePlayer";
import type { Heard } from "./useSound";

type Scene = {
  picture?: PlayablePicture;
  controls?: "bar" | "tap";
  heard?: Heard;
  canPause?: boolean;
  blank?: boolean;
  track?: MediaStreamTrack;
};

function Shown(scene: Scene) {
  const { picture, controls = "bar", heard = "public", canPause = true, blank, track } = scene;
  const player = usePlayer({ picture, track, heard });
  return (
    <Player
      player={player}
      name="Nina"
      poster={<p>poster</p>}
      controls={controls}
      canPause={canPause}
      blank={blank ?? false}
    />
  );
}

/** The elements' own state, and whether the browser lets them play. */
function browser() {
  const state = { allowed: true, soundAllowed: true, playing: new Set<HTMLMediaElement>() };
  vi.spyOn(HTMLMediaElement.prototype, "play").mockImplementation(async function (
    this: HTMLMediaElement,
  ) {
    const may = state.allowed && (this.muted || state.soundAllowed);
    if (!may) throw new DOMException("refused", "NotAllowedError");
    state.playing.add(this);
    if (this instanceof HTMLVideoElement) this.dispatchEvent(new Event("playing"));
  });
  vi.spyOn(HTMLMediaElement.prototype, "pause").mockImplementation(function (
    this: HTMLMediaElement,
  ) {
    if (state.playing.delete(this)) this.dispatchEvent(new Event("pause"));
  });
  vi.spyOn(HTMLMediaElement.prototype, "paused", "get").mockImplementation(function (
    this: HTMLMediaElement,
  ) {
    return !state.playing.has(this);
  });
  vi.spyOn(HTMLMediaElement.prototype, "srcObject", "set").mockImplementation(() => {});
  return state;
}

const pictureOf = () => ({ attach: vi.fn(), detach: vi.fn(), choose: vi.fn(), sounding: true });
const video = () =>
  screen.getByLabelText<HTMLVideoElement>("Live video of Nina", { selector: "video" });
const settle = () => act(async () => {});

async function open(scene: Scene = {}) {
  const user = userEvent.setup();
  const shown = render(<Shown picture={pictureOf()} {...scene} />);
  await settle();
  return { user, ...shown };
}

async function seenAgain() {
  document.dispatchEvent(new Event("visibilitychange"));
  await settle();
}

test("a phone's tap brings the controls, and they go by themselves", async () => {
  browser();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  render(<Shown picture={pictureOf()} controls="tap" />);
  await settle();
  const controls = screen.getByRole("group", { name: "Player controls" });
  expect(controls.className).toContain("pointer-events-none");
  act(() => video().click());
  expect(controls.className).not.toContain("pointer-events-none opacity-0");
  act(() => vi.advanceTimersByTime(3000));
  act(() => screen.getByRole("button", { name: "Unmute" }).click());
  act(() => vi.advanceTimersByTime(3000));
  expect(controls.className).not.toContain("pointer-events-none opacity-0");
  act(() => vi.advanceTimersByTime(1001));
  expect(controls.className).toContain("pointer-events-none opacity-0");
  vi.useRealTimers();
});

test("mute, volume and quality are kept for the next room", async () => {
  browser();
  const { user, unmount } = await open();
  await user.click(screen.getByRole("button", { name: "Unmute" }));
  await user.click(screen.getByRole("button", { name: "Quality" }));
  await user.click(screen.getByRole("menuitem", { name: "Low, saves data" }));
  unmount();
  const next = pictureOf();
  const { rerender } = await open({ picture: next });
  expect(screen.getByRole("button", { name: "Mute" })).toBeTruthy();
  expect(next.choose).toHaveBeenCalledWith("low");
  const later = pictureOf(); // she switched her camera off and on again
  rerender(<Shown picture={later} />);
  expect(later.choose).toHaveBeenCalledWith("low");
});

test("sound that is not heard is not connected", async () => {
  browser();
  const connected: string[] = [];
  vi.spyOn(HTMLAudioElement.prototype, "srcObject", "set").mockImplementation((stream) => {
    connected.push(stream === null ? "nothing" : "sound");
  });
  vi.stubGlobal("MediaStream", class {});
  const track = Object.create(EventTarget.prototype);
  const { user } = await open({ track, picture: { ...pictureOf(), sounding: false } });
  expect(connected).toEqual(["nothing"]);
  await user.click(screen.getByRole("button", { name: "Unmute" }));
  await user.click(screen.getByRole("button", { name: "Mute" }));
  expect(connected).toEqual(["nothing", "sound", "nothing"]);
});

test("a public room begins muted, a show that was paid for does not; each keeps its own", async () => {
  browser();
  const { user, unmount } = await open({ heard: "paid" });
  await user.click(screen.getByRole("button", { name: "Mute" }));
  expect(onDevice.get("sound.paid")).toBe("off");
  unmount();
  await open();
  expect(screen.getByRole("button", { name: "Unmute" })).toBeTruthy();
  expect(onDevice.get("sound.public")).toBeUndefined();
});

test("what a lock screen or a call has stopped goes on when the page is seen again", async () => {
  const state = browser();
  await open();
  act(() => video().dispatchEvent(new Event("pause")));
  state.playing.clear();
  expect(screen.getByRole("button", { name: "Play the live picture" })).toBeTruthy();
  await seenAgain();
  expect(screen.queryByRole("button", { name: "Play the live picture" })).toBeNull();
  expect(
    state.playing.has(
      screen.getByLabelText<HTMLVideoElement>("Live video of Nina", { selector: "video" }),
    ),
  ).toBe(true);
});

test("what its viewer has paused stays paused", async () => {
  browser();
  const { user } = await open();
  await user.click(screen.getByRole("button", { name: "Pause" }));
  await seenAgain();
  expect(screen.getByRole("button", { name: "Play the live picture" })).toBeTruthy();
});

test("where the browser refuses to play there is a big ▶ that starts it", async () => {
  const state = browser();
  state.allowed = false;
  const { user } = await open();
  const play = screen.getByRole("button", { name: "Play the live picture" });
  state.allowed = true;
  await user.click(play);
  await settle();
  expect(screen.queryByRole("button", { name: "Play the live picture" })).toBeNull();
});

test("sound that the browser refuses waits for the next press anywhere, and is still wanted", async () => {
  const state = browser();
  state.soundAllowed = false;
  onDevice.set("sound.public", "on");
  const { user } = await open();
  expect(screen.getByRole("button", { name: "Unmute" })).toBeTruthy();
  expect(onDevice.get("sound.public")).toBe("on");
  state.soundAllowed = true;
  await user.keyboard("x");
  expect(screen.getByRole("button", { name: "Mute" })).toBeTruthy();
});

test("a paid show is not paused by its viewer", async () => {
  browser();
  const { user } = await open({ canPause: false, heard: "paid" });
  await user.click(video());
  await user.keyboard(" ");
  expect(screen.queryByRole("button", { name: "Play the live picture" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Pause" })).toBeNull();
});

/** An iPhone, whose full screen is a player of its own that shows nothing of the page. */
function iPhone() {
  const state = browser();
  const element = video();
  const leave = vi.fn(() => {
    element.webkitDisplayingFullscreen = false;
    element.pause();
    element.dispatchEvent(new Event("webkitendfullscreen"));
  });
  Object.assign(element, { webkitDisplayingFullscreen: true, webkitExitFullscreen: leave });
  return { ...state, element, leave };
}

test("an iPhone's full screen ends when the camera goes off, and the picture goes on", async () => {
  const picture = pictureOf();
  const { rerender } = await open({ picture });
  const { element, leave, playing } = iPhone();
  rerender(<Shown picture={picture} blank />);
  await settle();
  expect(leave).toHaveBeenCalledOnce();
  expect(playing.has(element)).toBe(true);
  rerender(<Shown picture={picture} />);
  rerender(<Shown picture={picture} blank />);
  expect(leave).toHaveBeenCalledOnce(); // nobody has filled the screen again
});

test("an iPhone's full screen ends with the show, and not when the picture comes another way", async () => {
  const { rerender } = await open();
  const { leave } = iPhone();
  rerender(<Shown picture={pictureOf()} />);
  await settle();
  expect(leave).not.toHaveBeenCalled();
  rerender(<Shown />);
  expect(leave).toHaveBeenCalledOnce();
});
