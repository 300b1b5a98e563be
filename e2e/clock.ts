import { execFileSync } from "node:child_process";
import type { BrowserContext, Page } from "@playwright/test";

// A clock that is burnt into a picture and read back from it: a grid of black and white cells, so
// large that they survive any encoder, with a sum that a picture of something else does not have.

/** Milliseconds are counted from here, in every browser of this test. */
const since = Date.now();

const grid = { columns: 9, rows: 4 };
const bits = { time: 28, check: 8 };
const cells = grid.columns * grid.rows;

/** What a page has seen of burnt-in clocks, in Unix milliseconds. */
export type Seen = {
  /** The newest time in any frame that was shown. */
  newest: number;
  /** Frames with a clock, and without one that can be read. */
  frames: number;
  unread: number;
  /** How old the last one was when it was shown. */
  age: number;
  /** When frames came again after a pause of seconds; 0 before that. */
  back: number;
};

declare global {
  interface Window {
    clocks?: Seen;
  }
}

/** Lets the camera of these pages be a clock. What the page asks its devices for is otherwise real. */
export async function filmClock(context: BrowserContext, picture = { width: 320, height: 180, rate: 10 }) {
  await context.addInitScript(film, { since, ...grid, ...bits, ...picture });
}

type Filming = typeof grid & typeof bits & { since: number; width: number; height: number; rate: number };

function film({ since, columns, rows, time, check, width, height, rate }: Filming) {
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d");
  if (context === null || !navigator.mediaDevices) return;
  const draw = () => {
    const now = Date.now() - since;
    const written = now * 2 ** check + (255 - (now % 251));
    for (let cell = 0; cell < columns * rows; cell++) {
      const bit = Math.floor(written / 2 ** (time + check - 1 - cell)) % 2;
      context.fillStyle = bit === 1 ? "white" : "black";
      const [x, y] = [cell % columns, Math.floor(cell / columns)];
      context.fillRect((x * width) / columns, (y * height) / rows, width / columns + 1, height / rows + 1);
    }
  };
  draw();
  setInterval(draw, 1000 / rate);
  const devices = navigator.mediaDevices;
  const open = devices.getUserMedia.bind(devices);
  devices.getUserMedia = async (wanted = {}) => {
    if (!wanted.video) return open(wanted);
    const heard = wanted.audio ? (await open({ audio: wanted.audio })).getAudioTracks() : [];
    return new MediaStream([...canvas.captureStream(rate).getVideoTracks(), ...heard]);
  };
}

/** Lets these pages read the clock of every frame that any video of theirs shows. */
export async function readClocks(context: BrowserContext) {
  await context.addInitScript(read, { since, ...grid, ...bits });
}

type Reading = typeof grid & typeof bits & { since: number };

function read({ since, columns, rows, time, check }: Reading) {
  const side = 8; // pixels of a cell, of which the middle is looked at
  const canvas = new OffscreenCanvas(columns * side, rows * side);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) return;
  const pause = 4000; // that is no hiccup
  const seen = { newest: 0, frames: 0, unread: 0, age: 0, back: 0 };
  let last = 0;
  window.clocks = seen;

  function look(video: HTMLVideoElement) {
    context?.drawImage(video, 0, 0, canvas.width, canvas.height);
    const pixels = context?.getImageData(0, 0, canvas.width, canvas.height).data;
    let written = 0;
    for (let cell = 0; pixels && cell < columns * rows; cell++) {
      const [x, y] = [(cell % columns) * side + side / 2, Math.floor(cell / columns) * side + side / 2];
      written = written * 2 + ((pixels[(y * canvas.width + x) * 4] ?? 0) > 127 ? 1 : 0);
    }
    const now = Math.floor(written / 2 ** check) % 2 ** time;
    if (written % 2 ** check !== 255 - (now % 251)) {
      seen.unread++;
      return;
    }
    seen.frames++;
    seen.newest = Math.max(seen.newest, since + now);
    seen.age = Date.now() - since - now;
    if (last > 0 && Date.now() - last > pause) seen.back = Date.now();
    last = Date.now();
  }

  const followed = new WeakSet<HTMLVideoElement>();
  function follow(video: HTMLVideoElement) {
    if (followed.has(video)) return;
    followed.add(video);
    const next = () => {
      look(video);
      video.requestVideoFrameCallback(next);
    };
    video.requestVideoFrameCallback(next);
  }
  const find = () => document.querySelectorAll("video").forEach(follow);
  new MutationObserver(find).observe(document, { childList: true, subtree: true });
}

/** What a page has seen until now. */
export async function seenBy(page: Page): Promise<Seen> {
  return page.evaluate(() => {
    if (window.clocks === undefined) throw new Error("this page reads no clocks");
    return { ...window.clocks };
  });
}

/** The clocks of every frame in a stretch of encoded video, as a decoder that shows all of it reads them. */
export function clocksIn(video: Buffer): number[] {
  const scale = `scale=${grid.columns}:${grid.rows}:flags=area,format=gray`;
  const frames = execFileSync(
    "ffmpeg",
    ["-v", "fatal", "-i", "pipe:0", "-an", "-vf", scale, "-fps_mode", "passthrough", "-f", "rawvideo", "pipe:1"],
    { input: video, maxBuffer: 64 << 20 },
  );
  const found: number[] = [];
  for (let at = 0; at + cells <= frames.length; at += cells) {
    const written = frames.subarray(at, at + cells).reduce((sum, light) => sum * 2 + (light > 127 ? 1 : 0), 0);
    const now = Math.floor(written / 2 ** bits.check);
    if (written % 2 ** bits.check === 255 - (now % 251)) found.push(since + now);
  }
  return found;
}
