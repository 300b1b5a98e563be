import type Hls from "hls.js";
import { afterLook, afterStall, atFirst, look, type Place } from "./pace";
import type { Picture, Stream, StreamListener } from "./stream";

/** What 404 and 410 mean: the show's room has ended, and every second more would show what is over. */
const over = [404, 410];

/** The name of a header that stands for the picture while the camera is off (internal/kit/hls). */
const cameraOff = /\.off\.mp4(\?|$)/;

/** Watches a show by HLS. Devices without media sources play by themselves. */
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
    hls.loadSource(`${url}?early`); // with the first picture, not the third part (internal/kit/hls)
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
function once(timeout: number) {
  const retry = { maxNumRetry: 3, retryDelayMs: 500, maxRetryDelayMs: 2000 };
  return {
    default: {
      maxTimeToFirstByteMs: timeout,
      maxLoadTimeMs: timeout,
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

/** Keeps a live stream as near to now as its playlist allows, by what pace.ts decides. */
function keepUp(hls: Hls, media: HTMLVideoElement): () => void {
  let pace = atFirst;
  /** Since when nothing is shown that was, in seconds. */
  let waitsSince: number | undefined;
  let started = false;
  const place = (): Place | undefined => {
    const { liveSyncPosition: sync } = hls;
    if (sync === null || !started || media.paused || media.seeking) return undefined;
    return { sync, at: media.currentTime, buffered: ahead(media) };
  };
  const lookNow = () => {
    const [next, move] = afterLook(pace, place());
    pace = next;
    if (move?.skipTo !== undefined) media.currentTime = move.skipTo;
    if (move) media.playbackRate = move.rate;
  };
  const playing = () => {
    if (waitsSince !== undefined) pace = afterStall(pace, waitsSince, performance.now() / 1000);
    waitsSince = undefined;
    if (started) return;
    started = true;
    lookNow();
  };
  const stalls = () => {
    if (started && !media.seeking) waitsSince ??= performance.now() / 1000;
  };
  const paused = () => {
    pace = { ...pace, hasWandered: true };
  };
  const timer = setInterval(lookNow, look * 1000);
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
