import { createStore } from "zustand/vanilla";
import { ApiError } from "@/api/errors";
import type { Address, Picture, Stream, StreamListener } from "./stream";

/**
 * What the viewer's player does:
 * off – nothing is on; connecting – the first picture is awaited; waiting – she
 * is connected without a picture; playing; reconnecting – a picture was there.
 */
export type Phase = "off" | "connecting" | "waiting" | "playing" | "reconnecting";

export type WatchState = {
  phase: Phase;
  picture: Picture | undefined;
  sound: MediaStreamTrack | undefined;
  /** What the newest join said of the show. */
  show: Joined | undefined;
};

export type Joined = { viewers: number; startedAt?: string; address: Address | undefined };

export type WatchSeams = {
  /** Asks for the show: a fresh token each time. 409 while nothing is on. */
  join: () => Promise<Joined>;
  open: (address: Address, listener: StreamListener) => Promise<Stream>;
};

const nothing: WatchState = {
  phase: "off",
  picture: undefined,
  sound: undefined,
  show: undefined,
};

const firstDelay = 1000;
const longestDelay = 10_000;

/**
 * Keeps a viewer in a show: joins, connects, and after every loss joins anew,
 * waiting 1, 2, 4, 8 and then 10 s. `start` and `stop` may be called at any time.
 */
export function createWatch({ join, open }: WatchSeams) {
  const store = createStore<WatchState>(() => nothing);
  let run = 0;
  let failures = 0;
  let stream: Stream | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function start() {
    if (store.getState().phase !== "off") return;
    failures = 0;
    store.setState({ phase: "connecting" });
    attempt();
  }

  function stop() {
    release();
    store.setState(nothing, true);
  }

  /** Tries at once when a retry is being waited for. */
  function hurry() {
    if (timer === undefined) return;
    release();
    failures = 0;
    attempt();
  }

  async function attempt() {
    const mine = ++run;
    const current = () => mine === run;
    try {
      const show = await join();
      if (!current()) return;
      if (show.address === undefined) throw new ApiError(409, "nothing to play");
      store.setState({ show });
      const opened = await open(show.address, listener(current));
      if (!current()) {
        opened.close();
        return;
      }
      stream = opened;
      if (store.getState().picture === undefined) store.setState({ phase: "waiting" });
    } catch (error) {
      if (current()) again(error);
    }
  }

  function listener(current: () => boolean): StreamListener {
    return {
      onPicture: (picture) => {
        if (!current()) return;
        if (picture) failures = 0;
        store.setState({ picture, phase: picture ? "playing" : "waiting" });
      },
      onSound: (sound) => current() && store.setState({ sound }),
      onMending: (mending) => {
        if (!current()) return;
        const { picture } = store.getState();
        store.setState({ phase: mending ? "reconnecting" : picture ? "playing" : "waiting" });
      },
      onClosed: () => current() && again(undefined),
    };
  }

  function again(error: unknown) {
    const { phase } = store.getState();
    const seen = phase === "playing" || phase === "waiting" || phase === "reconnecting";
    release();
    const over = error instanceof ApiError && (error.status === 409 || error.status === 404);
    store.setState({
      picture: undefined,
      sound: undefined,
      phase: over || !seen ? "connecting" : "reconnecting",
    });
    const delay = Math.min(longestDelay, firstDelay * 2 ** failures++);
    timer = setTimeout(() => {
      timer = undefined;
      attempt();
    }, delay);
  }

  function release() {
    run++;
    clearTimeout(timer);
    timer = undefined;
    stream?.close();
    stream = undefined;
  }

  return { store, start, stop, hurry };
}

export type Watch = ReturnType<typeof createWatch>;
