import { createStore } from "zustand/vanilla";
import { ApiError } from "@/api/errors";
import { createRetry } from "@/lib/retry";
import { createTask } from "@/lib/task";
import type { Addresses, Picture, Protocol, Stream, StreamListener } from "./stream";

/**
 * What the viewer's player does:
 * off – nothing is on; connecting – the first picture is awaited; waiting – she
 * is connected without a picture; playing; reconnecting – a picture was there.
 */
export type Phase = "off" | "connecting" | "waiting" | "playing" | "reconnecting";

/** Which way the viewer wants; "auto" leaves it to the server and to what comes through. */
export type Wanted = "auto" | Protocol;

export type WatchState = {
  phase: Phase;
  picture: Picture | undefined;
  sound: MediaStreamTrack | undefined;
  /** She has switched her camera off. */
  isCameraOff: boolean;
  /** Since when her picture does not arrive at the site, in Unix milliseconds of the server. */
  lostAt: number | undefined;
  /** What the newest join said of the show. */
  show: Joined | undefined;
  wanted: Wanted;
  /** Why the newest try to join failed, in the server's words; it is tried again all the same. */
  refusal: string | undefined;
  /** A frame of it has been on screen since it was started. */
  hasShown: boolean;
};

export type Joined = {
  viewers: number;
  /** How long the answer took, in milliseconds, where it was not asked for just now. */
  took?: number;
  startedAt?: string;
  /** The show is paused: its picture does not arrive since then. */
  lostAt?: string;
  addresses: Addresses;
  /** The way to try first. */
  prefer: Protocol;
};

export type WatchSeams = {
  /** Asks for the show: fresh addresses each time. 409 while nothing is on. */
  join: () => Promise<Joined>;
  open: {
    [P in Protocol]: (
      address: NonNullable<Addresses[P]>,
      listener: StreamListener,
    ) => Promise<Stream>;
  };
};

const nothing: Omit<WatchState, "wanted"> = {
  phase: "off",
  picture: undefined,
  sound: undefined,
  isCameraOff: false,
  lostAt: undefined,
  show: undefined,
  refusal: undefined,
  hasShown: false,
};

const noMedia = { picture: undefined, sound: undefined, isCameraOff: false };

const pauses = [1000, 2000, 4000, 8000, 10_000];
// So long a way may take until it shows a frame when there is another one; each gets longer than
// the one before it, so that neither is given up for ever on a slow device. The only way has the
// longest time, and on a slow line the first one gets more: as many times what the join took.
const firstTimeout = 5000;
const maxTimeout = 20_000;
const joinsPerTimeout = 12;

/**
 * Keeps a viewer in a show: joins, connects, and after every loss joins anew,
 * waiting 1, 2, 4, 8 and then 10 s. A way that shows no frame in time gives way
 * to the other one, and is tried anew where there is no other. `start` and `stop`
 * may be called at any time.
 */
export function createWatch({ join, open }: WatchSeams) {
  const store = createStore<WatchState>(() => ({ ...nothing, wanted: "auto" }));
  const task = createTask();
  const retry = createRetry(pauses);
  let stream: Stream | undefined;
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  /** The way that is open or being opened, and the one that showed nothing. */
  let way: Protocol | undefined;
  let blocked: Protocol | undefined;
  /** The way to join by before her picture is there: the one by which she was watched. */
  let insists: Protocol | undefined;
  /** Her show is not live yet: a frame that does not come says nothing of the way. */
  let isEarly = false;
  /** How often one gave way to the other since a frame was seen. */
  let turns = 0;
  /** How long the newest join took, in milliseconds. */
  let joinTook = 0;

  function start() {
    if (store.getState().phase !== "off") return isLive();
    retry.reset();
    turns = 0;
    blocked = undefined;
    store.setState({ phase: "connecting" });
    attempt();
  }

  /** Whoever came early has waited for her until now, and for the way from now on. */
  function isLive() {
    const isOpening = stream === undefined && store.getState().show !== undefined;
    if (isEarly && isOpening) hope();
    isEarly = false;
  }

  /** Ends at once: no frame that was already here is shown after it. */
  function stop() {
    release();
    insists = undefined;
    isEarly = false;
    store.setState(nothing);
  }

  /** Tries at once when a retry is being waited for. */
  function hurry() {
    if (!retry.isWaiting()) return;
    release();
    retry.reset();
    attempt();
  }

  /** The viewer chooses the way. */
  function choose(wanted: Wanted) {
    store.setState({ wanted });
    if (store.getState().phase === "off") return;
    blocked = undefined;
    retry.reset();
    turns = 0;
    release();
    store.setState({ ...noMedia, phase: "connecting" });
    attempt();
  }

  /** The server misses her picture since then, or has it again. */
  function lost(lostAt: number | undefined) {
    if (store.getState().phase !== "off") store.setState({ lostAt });
  }

  /** A frame of the picture is on screen. */
  function saw() {
    turns = 0;
    clearTimeout(watchdog);
    if (!store.getState().hasShown) store.setState({ hasShown: true });
  }

  /**
   * Joins before her picture is there, so that its first frame comes through at once. Whoever watched
   * by HLS waits for it where there is no such address yet.
   */
  function startEarly() {
    const { phase, wanted } = store.getState();
    if (phase !== "off") return;
    insists = wanted === "auto" ? way : wanted;
    isEarly = true;
    start();
  }

  /** The picture stands still by the viewer's press, or because the browser starts none by itself. */
  function held() {
    clearTimeout(watchdog);
  }

  async function attempt() {
    const current = task.begin();
    try {
      const asked = performance.now();
      const show = await join();
      joinTook = show.took ?? performance.now() - asked;
      if (!current()) return;
      const { lostAt } = show;
      store.setState({
        show,
        refusal: undefined,
        lostAt: lostAt === undefined ? undefined : Date.parse(lostAt),
      });
      await connect(show, current);
    } catch (error) {
      if (current()) again(error);
    }
  }

  async function connect({ addresses, prefer }: Joined, current: () => boolean) {
    const chosen = wayOf(addresses, prefer);
    if (insists === "hls" && chosen !== "hls") return stop();
    insists = undefined;
    way = chosen;
    if (way === undefined) throw new ApiError(409, "nothing to play");
    if (!isEarly) hope();
    const opened = await openWay(way, addresses, listener(current));
    if (!current()) {
      opened.close();
      return;
    }
    stream = opened;
    if (store.getState().picture === undefined) {
      clearTimeout(watchdog); // it came through; she shows nothing
      store.setState({ phase: "waiting" });
    }
  }

  function openWay(protocol: Protocol, { webrtc, hls }: Addresses, heard: StreamListener) {
    if (protocol === "hls" && hls) return open.hls(hls, heard);
    if (protocol === "webrtc" && webrtc) return open.webrtc(webrtc, heard);
    throw new ApiError(409, "nothing to play");
  }

  function wayOf(addresses: Addresses, prefer: Protocol): Protocol | undefined {
    const { wanted } = store.getState();
    const order: Protocol[] = prefer === "hls" ? ["hls", "webrtc"] : ["webrtc", "hls"];
    const offered = order.filter((protocol) => addresses[protocol] !== undefined);
    const known = insists ?? wanted;
    if (known !== "auto" && offered.includes(known)) return known;
    return offered.find((protocol) => protocol !== blocked) ?? offered[0];
  }

  /** Waits for a frame; without one she is joined anew, by the other way if there is one. */
  function hope() {
    clearTimeout(watchdog);
    const first = Math.max(firstTimeout, joinsPerTimeout * joinTook);
    const timeout = isOnly() ? maxTimeout : Math.min(maxTimeout, first * 2 ** turns);
    watchdog = setTimeout(giveWay, timeout);
  }

  /** There is no other way, or the viewer wants none. */
  function isOnly() {
    const { show, wanted } = store.getState();
    return wanted !== "auto" || !show?.addresses.webrtc || !show.addresses.hls;
  }

  /** Joins anew by the other way. */
  function giveWay() {
    turns++;
    blocked = way;
    release();
    store.setState({ ...noMedia, phase: "connecting" });
    attempt();
  }

  function listener(current: () => boolean): StreamListener {
    return {
      onPicture: (picture) => {
        if (!current()) return;
        if (picture) {
          retry.reset();
          hope();
        } else clearTimeout(watchdog);
        store.setState({ picture, phase: picture ? "playing" : "waiting" });
      },
      onSound: (sound) => current() && store.setState({ sound }),
      onCameraOff: (isCameraOff) => {
        if (!current()) return;
        if (isCameraOff) clearTimeout(watchdog); // no frame is to come
        store.setState({ isCameraOff });
      },
      onMending: (mending) => {
        if (!current()) return;
        const { picture } = store.getState();
        store.setState({ phase: mending ? "reconnecting" : picture ? "playing" : "waiting" });
      },
      onUnplayable: () => current() && !isOnly() && giveWay(),
      onClosed: () => current() && again(undefined),
    };
  }

  function again(error: unknown) {
    const { phase } = store.getState();
    const seen = phase === "playing" || phase === "waiting" || phase === "reconnecting";
    const over = error instanceof ApiError && (error.status === 409 || error.status === 404);
    // A way that could not be opened is left to the other one, until that fails too.
    if (!over && !seen && !(error instanceof ApiError)) blocked = way;
    release();
    store.setState({
      ...noMedia,
      refusal: error instanceof ApiError && !over ? error.message : undefined,
      phase: over || !seen ? "connecting" : "reconnecting",
    });
    retry.later(attempt);
  }

  function release() {
    task.end();
    retry.cancel();
    clearTimeout(watchdog);
    stream?.close();
    stream = undefined;
  }

  return { store, start, startEarly, stop, hurry, lost, choose, saw, held };
}

export type Watch = ReturnType<typeof createWatch>;
