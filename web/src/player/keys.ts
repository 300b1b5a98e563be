import { t } from "./texts";
import type { Video } from "./useVideo";

type Doings = {
  video: Video;
  toggleCaptions: () => string | undefined;
  showKeys: () => void;
};

type Doing = (doings: Doings) => unknown;

const skip =
  (seconds: number): Doing =>
  ({ video }) =>
    video.skip(seconds);
const louder =
  (by: number): Doing =>
  ({ video }) =>
    video.can.setVolume ? video.setVolume(video.volume + by) : undefined;
const play: Doing = ({ video }) => video.togglePlay();

/** What each key does; what it answers is said on the picture. */
export const doings: Record<string, Doing> = {
  " ": play,
  k: play,
  j: skip(-10),
  l: skip(10),
  ArrowLeft: skip(-5),
  ArrowRight: skip(5),
  ArrowUp: louder(0.05),
  ArrowDown: louder(-0.05),
  m: ({ video }) => video.toggleMute(),
  f: ({ video }) => video.can.fill && video.toggleFull(),
  c: ({ toggleCaptions }) => toggleCaptions(),
  p: ({ video }) => video.can.float && video.toggleFloat(),
  "<": ({ video }) => video.faster(-1),
  ">": ({ video }) => video.faster(1),
  Home: ({ video }) => video.seek(0),
  End: ({ video }) => video.seek(video.duration),
  "?": ({ showKeys }) => showKeys(),
};
for (let tenth = 0; tenth <= 9; tenth++) {
  doings[String(tenth)] = ({ video }) => video.seek((video.duration * tenth) / 10);
}

/** The list of keys, as it is shown. */
export const keyList = (): readonly { keys: string[]; what: string }[] => [
  { keys: [t("Space"), "K"], what: t("Play or pause") },
  { keys: ["J", "L"], what: t("Back or forward 10 seconds") },
  { keys: ["←", "→"], what: t("Back or forward 5 seconds") },
  { keys: ["↑", "↓"], what: t("Volume up or down") },
  { keys: ["M"], what: t("Mute") },
  { keys: ["0–9"], what: t("Go to a tenth of the video") },
  { keys: [t("Home"), t("End")], what: t("Go to the beginning or the end") },
  { keys: ["<", ">"], what: t("Slower or faster") },
  { keys: ["C"], what: t("Captions") },
  { keys: ["F"], what: t("Full screen") },
  { keys: ["P"], what: t("Picture in picture") },
  { keys: ["?"], what: t("This list") },
];

/** Whether a pressed key is meant for the player in this frame: it is not while somebody writes or chooses elsewhere. */
export function isForPlayer(event: KeyboardEvent, frame: HTMLElement): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  const { target, key } = event;
  if (!(target instanceof HTMLElement)) return false;
  // Whoever comes to a page stands on its heading, which takes no keys itself.
  if (target !== document.body && !frame.contains(target) && target.tabIndex >= 0) return false;
  const over = target.closest("dialog, [popover]");
  if (over !== null && !over.contains(frame)) return false;
  const field = target.closest("input, textarea, select, [contenteditable]");
  if (field !== null && !(field instanceof HTMLInputElement && field.type === "range"))
    return false;
  // A slider has arrows of its own; the video's are taken over by those of the player.
  if (field?.hasAttribute("data-volume") && /^(Arrow|Home|End)/.test(key)) return false;
  return key !== " " || target.closest("button, a") === null;
}
