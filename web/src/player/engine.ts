import type Hls from "hls.js";
import type { ErrorData, HlsConfig, LoadPolicy, RetryConfig } from "hls.js";
import { lostBy, onlineOr, type Rights, withToken } from "./rights";

export type Engine = {
  /** Asks for pictures of this height; undefined lets the line decide. */
  choose: (height: number | undefined) => void;
  /** Takes the video, and what was fetched of it, from the element. */
  close: () => void;
};

export type EngineListener = {
  /** The heights there are to choose from, the highest first. */
  onSizes: (heights: number[]) => void;
  /** The height of what is fetched now. */
  onSize: (height: number) => void;
  /** Whether what is asked for comes. */
  onReachable: (isReachable: boolean) => void;
  onBroken: (why: "unsupported" | "damaged") => void;
};

type EngineOptions = {
  video: HTMLVideoElement;
  rights: Rights;
  /** In seconds. */
  startAt: number;
  size: number | undefined;
  listener: EngineListener;
};

/** Plays a video by HLS; devices without media sources do it by themselves. */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  if ("MediaSource" in globalThis || "ManagedMediaSource" in globalThis) {
    const { default: Player } = await import("hls.js/light");
    if (Player.isSupported()) return openHls(Player, options);
  }
  if (options.video.canPlayType("application/vnd.apple.mpegurl") !== "") return openAlone(options);
  options.listener.onBroken("unsupported");
  return { choose: () => {}, close: () => {} };
}

/** How long until what did not come is asked for again, in milliseconds. */
const maxWait = 3000;

function openHls(Player: typeof Hls, { video, rights, startAt, size, listener }: EngineOptions) {
  /** How many answers in a row have not come: the library alone would ask again at once, in other sizes. */
  let absent = 0;
  const hls = new Player({
    ...waiting(Player.DefaultConfig, () => listener.onReachable(false)),
    startPosition: startAt,
    capLevelToPlayerSize: true,
    backBufferLength: 60,
    maxMaxBufferLength: 60, // what is fetched is paid for by the line, and stays when the right to it ends
    xhrSetup: async (request, address) => {
      if (absent > 0) await onlineOr(Math.min(absent * 1000, maxWait));
      const current = withToken(address, await rights.fresh());
      request.addEventListener("load", () => {
        if (lostBy(request.status)) rights.doubt(current);
        absent = request.status === 429 || request.status >= 500 ? absent + 1 : 0;
      });
      request.addEventListener("error", () => {
        absent += 1;
      });
      request.open("GET", current, true);
    },
  });
  let wanted = size;
  let repaired = false;
  const choose = (height: number | undefined) => {
    wanted = height;
    const level = hls.levels.findIndex((one) => one.height === height);
    if (level !== hls.nextLevel) hls.nextLevel = level;
  };
  const online = () => hls.startLoad();
  window.addEventListener("online", online);
  let retry: ReturnType<typeof setTimeout> | undefined;

  hls.on(Player.Events.MANIFEST_PARSED, () => {
    const heights = new Set(hls.levels.map(({ height }) => height).filter((height) => height > 0));
    listener.onSizes([...heights].sort((a, b) => b - a));
    const level = hls.levels.findIndex(({ height }) => height === wanted);
    if (level >= 0) hls.loadLevel = level;
  });
  hls.on(Player.Events.LEVEL_SWITCHED, (_, { level }) => {
    const height = hls.levels[level]?.height;
    if (height) listener.onSize(height);
  });
  hls.on(Player.Events.FRAG_LOADED, () => listener.onReachable(true));
  hls.on(Player.Events.ERROR, (_, error) => {
    if (!error.fatal) return;
    if (error.type === Player.ErrorTypes.NETWORK_ERROR && !isDenied(error)) {
      clearTimeout(retry);
      retry = setTimeout(() => {
        if (hls.levels.length === 0) hls.loadSource(rights.playback.playlist);
        hls.startLoad();
      }, maxWait);
    } else if (error.type === Player.ErrorTypes.MEDIA_ERROR && !repaired) {
      repaired = true;
      hls.recoverMediaError();
    } else {
      listener.onBroken(
        error.details === Player.ErrorDetails.MANIFEST_INCOMPATIBLE_CODECS_ERROR
          ? "unsupported"
          : "damaged",
      );
    }
  });
  hls.loadSource(rights.playback.playlist);
  hls.attachMedia(video);
  return {
    choose,
    close: () => {
      clearTimeout(retry);
      window.removeEventListener("online", online);
      hls.destroy();
      blank(video);
    },
  };
}

/** What a server or a line has not given is asked for until it comes; what is refused, once more. */
function waiting(usual: HlsConfig, onAbsent: () => void): Partial<HlsConfig> {
  const retry: RetryConfig = {
    maxNumRetry: 2,
    retryDelayMs: 500,
    maxRetryDelayMs: maxWait,
    shouldRetry: (_, count, isTimeout, response) => {
      const status = response?.code ?? 0;
      if (lostBy(status)) return count < 1;
      const isAbsent = isTimeout || status === 0 || status === 429 || status >= 500;
      if (isAbsent) onAbsent();
      return isAbsent;
    },
  };
  const patiently = ({ default: policy }: LoadPolicy): LoadPolicy => ({
    default: { ...policy, errorRetry: retry, timeoutRetry: retry },
  });
  return {
    manifestLoadPolicy: patiently(usual.manifestLoadPolicy),
    playlistLoadPolicy: patiently(usual.playlistLoadPolicy),
    fragLoadPolicy: patiently(usual.fragLoadPolicy),
  };
}

function isDenied({ response }: ErrorData): boolean {
  return lostBy(response?.code ?? 0) !== undefined;
}

/** An iPhone's own player, which asks for segments by itself: for fresh addresses it begins anew where it was. */
function openAlone({ video, rights, startAt, listener }: EngineOptions): Engine {
  let source = "";
  let closed = false;
  let tries = 0;
  const put = (playlist: string, at: number) => {
    const wasPlaying = !video.paused;
    source = playlist;
    video.src = playlist;
    video.addEventListener(
      "loadedmetadata",
      () => {
        video.currentTime = at;
        if (wasPlaying) video.play().catch(() => {});
      },
      { once: true },
    );
  };
  const renew = async () => {
    const at = video.currentTime;
    const { playlist } = await rights.fresh();
    if (!closed && playlist !== source) put(playlist, at);
  };
  const needed = () => {
    if (rights.isOld(source)) renew().catch(() => {}); // the rights' listener has heard of it
  };
  const failed = () => {
    if (closed) return;
    rights.doubt(source);
    tries += 1;
    if (tries > 2) listener.onBroken("damaged");
    else renew().catch(() => {});
  };
  const plays = () => {
    tries = 0;
    listener.onReachable(true);
  };
  const events = { error: failed, waiting: needed, stalled: needed, play: needed, playing: plays };
  for (const [name, act] of Object.entries(events)) video.addEventListener(name, act);
  put(rights.playback.playlist, startAt);
  return {
    choose: () => {},
    close: () => {
      closed = true;
      for (const [name, act] of Object.entries(events)) video.removeEventListener(name, act);
      blank(video);
    },
  };
}

/** Leaves no frame behind, in a window of its own neither. */
function blank(video: HTMLVideoElement) {
  video.pause();
  video.removeAttribute("src");
  video.load();
  if (document.pictureInPictureElement === video) document.exitPictureInPicture().catch(() => {});
}
