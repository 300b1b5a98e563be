import type Hls from "hls.js";
import type { Picture, Stream, StreamListener } from "./stream";

/** What 404 and 410 mean: the show's room has ended, and every second more would show what is over. */
const over = [404, 410];

/** Watches a show by HLS. The library is loaded here and nowhere else; devices without media sources play by themselves. */
export async function openHls({ url }: { url: string }, listener: StreamListener): Promise<Stream> {
  if (!("MediaSource" in globalThis) && playsAlone()) return openNative(url, listener);
  const { default: Player } = await import("hls.js/light");
  const hls = new Player({
    lowLatencyMode: true,
    backBufferLength: 5,
    maxLiveSyncPlaybackRate: 1.15, // a viewer who fell behind by a hiccup catches up unnoticed
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
  return {
    attach: (element) => hls.attachMedia(element),
    detach: (element) => {
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
