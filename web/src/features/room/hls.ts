import type Hls from "hls.js";
import type { Picture, Stream, StreamListener } from "./stream";

/** What 404 and 410 mean: the show's room has ended, and every second more would show what is over. */
const over = [404, 410];

/** The name of a header that stands for the picture while the camera is off (internal/kit/hls). */
const cameraOff = /\.off\.mp4(\?|$)/;

/** Watches a show by HLS. The library is loaded here and nowhere else; devices without media sources play by themselves. */
export async function openHls({ url }: { url: string }, listener: StreamListener): Promise<Stream> {
  if (!("MediaSource" in globalThis) && playsAlone()) return openNative(url, listener);
  const { default: Player } = await import("hls.js/light");
  const hls = new Player({
    lowLatencyMode: true,
    backBufferLength: 5,
    // Its own ways to catch up need a second of buffer, more than this stream is behind, and add one per stall: keepUp does it.
    maxLiveSyncPlaybackRate: 1,
    liveSyncOnStallIncrease: 0,
    manifestLoadPolicy: once(20_000), // the first segment is being made
    playlistLoadPolicy: once(10_000),
    fragLoadPolicy: once(10_000),
  });
  let opened = false;
  let closed = false;
  const close = () => {
    closed = true;
    hls.destroy();
  };
  // A stream that cannot be opened is reported by the rejection alone.
  await new Promise<void>((resolve, reject) => {
    hls.on(Player.Events.MANIFEST_PARSED, () => resolve());
    hls.on(Player.Events.ERROR, (_, { fatal, response, details }) => {
      if (closed || !(fatal || over.includes(response?.code ?? 0))) return;
      close();
      reject(new Error(details));
      if (opened) listener.onClosed();
    });
    hls.loadSource(url);
  });
  opened = true;
  // Told by what is on screen now, not by what has been fetched.
  let isOff = false;
  hls.on(Player.Events.FRAG_CHANGED, (_, { frag }) => {
    const off = cameraOff.test(frag.initSegment?.url ?? "");
    if (off !== isOff) listener.onCameraOff(off);
    isOff = off;
  });
  listener.onPicture(pictureOf(hls));
  return { close };
}

/** A server that answers slowly is asked again; the machine around it joins anew after the last time. */
function once(longest: number) {
  const retry = { maxNumRetry: 3, retryDelayMs: 500, maxRetryDelayMs: 2000 };
  return {
    default: {
      maxTimeToFirstByteMs: longest,
      maxLoadTimeMs: longest,
      timeoutRetry: retry,
      errorRetry: retry,
    },
  };
}

function pictureOf(hls: Hls): Picture {
  let stop = () => {};
  return {
    attach: (element) => {
      hls.attachMedia(element);
      stop = keepUp(hls, element);
    },
    detach: (element) => {
      stop();
      hls.detachMedia();
      blank(element);
    },
    sounding: true,
    delay: {
      behind: () => Math.max(0, hls.latency - (hls.targetLatency ?? 0)),
      catchUp: () => {
        const { media, liveSyncPosition } = hls;
        if (media === null || liveSyncPosition === null) return;
        media.currentTime = liveSyncPosition;
        media.play().catch(() => {});
      },
    },
  };
}

/** Seconds, and shares of them. */
const pace = {
  look: 0.2,
  unnoticed: 0.05, // so little behind is where it should be
  needs: 0.35, // buffer, to play faster
  fastest: 1.15, // which nobody hears
  jump: 2, // more is skipped, not walked
  stalled: 0.3, // further back after a stall, so that a poor line has fewer of them
  furthest: 1.5, // a longer stall is no reason: so far back nobody is
  one: 5, // within so long all are one stall: pictures come in spurts until it is over
  forgets: 0.995, // of that is left after each look: half of it after half a minute
};

/**
 * Keeps a live stream as near to now as its playlist allows, faster by a little or, after a stall, by a jump. Whoever
 * paused by hand is left where they are until they ask to go back.
 */
function keepUp(hls: Hls, media: HTMLVideoElement): () => void {
  let slack = 0;
  /** When the newest stall ended, and since when nothing is shown, in seconds. */
  let stalledAt = -Infinity;
  let waitsSince: number | undefined;
  let started = false;
  let wandered = false;
  const playing = () => {
    started = true;
    const now = performance.now() / 1000;
    if (waitsSince === undefined) return;
    const isSpurt = now - stalledAt < pace.one;
    const isCurable = now - waitsSince < pace.furthest;
    if (isCurable && !isSpurt) slack = Math.min(pace.furthest, slack + pace.stalled);
    stalledAt = now;
    waitsSince = undefined;
  };
  const stalls = () => {
    if (started && !media.seeking) waitsSince ??= performance.now() / 1000;
  };
  const paused = () => {
    wandered = true;
  };
  const timer = setInterval(() => {
    slack *= pace.forgets;
    const { liveSyncPosition } = hls;
    if (liveSyncPosition === null || media.paused || media.seeking || !started) return;
    const behind = liveSyncPosition - slack - media.currentTime;
    if (behind < pace.jump) wandered = false;
    else if (!wandered) media.currentTime = liveSyncPosition - slack;
    media.playbackRate = wandered ? 1 : rateFor(behind, ahead(media));
  }, pace.look * 1000);
  media.addEventListener("playing", playing);
  media.addEventListener("waiting", stalls);
  media.addEventListener("pause", paused);
  return () => {
    clearInterval(timer);
    media.removeEventListener("playing", playing);
    media.removeEventListener("waiting", stalls);
    media.removeEventListener("pause", paused);
    media.playbackRate = 1;
  };
}

function rateFor(behind: number, buffered: number): number {
  if (behind < pace.unnoticed || buffered < pace.needs) return 1;
  return Math.min(pace.fastest, 1 + 0.3 * behind);
}

/** What is there to play without a break, in seconds. */
function ahead({ buffered, currentTime }: HTMLVideoElement): number {
  for (let n = 0; n < buffered.length; n++) {
    if (buffered.start(n) <= currentTime + 0.1 && currentTime < buffered.end(n))
      return buffered.end(n) - currentTime;
  }
  return 0;
}

function playsAlone(): boolean {
  return document.createElement("video").canPlayType("application/vnd.apple.mpegurl") !== "";
}

/** An iPhone's own player. */
function openNative(url: string, listener: StreamListener): Stream {
  let media: HTMLVideoElement | undefined;
  const failed = () => listener.onClosed();
  const end = () => (media?.seekable.length ? media.seekable.end(media.seekable.length - 1) : 0);
  const close = () => {
    if (media === undefined) return;
    media.removeEventListener("error", failed);
    blank(media);
    media = undefined;
  };
  listener.onPicture({
    attach: (element) => {
      media = element;
      element.addEventListener("error", failed);
      element.src = url;
    },
    detach: close,
    sounding: true,
    delay: {
      behind: () => (media ? Math.max(0, end() - media.currentTime - 3) : 0),
      catchUp: () => {
        if (media === undefined) return;
        media.currentTime = end();
        media.play().catch(() => {});
      },
    },
  });
  return { close };
}

/** Leaves no frame behind. */
function blank(element: HTMLVideoElement) {
  element.removeAttribute("src");
  element.load();
}
