import { createStore } from "zustand/vanilla";
import { messageOf } from "@/api/errors";
import { serverNow } from "@/lib/serverTime";
import type { Address } from "@/media/address";
import { createLine, type LineState } from "@/media/line";
import type { Receive, RemotePicture } from "@/media/receive";
import type { ServerEvents } from "@/realtime/events";
import type { Meter } from "@/shows/api";
import type { Show } from "./api";
import { rosterAfter } from "./roster";

/**
 * out – no seat; taking – asked for; waiting – a seat in a show that has not started; in – watching and
 * paying; elsewhere – the same on another device; over.
 */
export type SeatPhase = "out" | "taking" | "waiting" | "in" | "elsewhere" | "over";

export type SeatState = {
  phase: SeatPhase;
  show: Show | undefined;
  meter: Meter | undefined;
  /** When the meter's figures came, in Unix milliseconds of this device. */
  meterAt: number;
  line: LineState;
  picture: RemotePicture | undefined;
  sound: MediaStreamTrack | undefined;
  /** The performer has switched her camera off. */
  isCameraOff: boolean;
  problem: unknown;
};

const noMedia = { picture: undefined, sound: undefined, isCameraOff: false };

const nothing: SeatState = {
  phase: "out",
  show: undefined,
  meter: undefined,
  meterAt: 0,
  line: "off",
  picture: undefined,
  sound: undefined,
  isCameraOff: false,
  problem: undefined,
};

export type SeatSeams = {
  take(): Promise<Show>;
  leave(): Promise<unknown>;
  /** The show as it is, without touching who is where; undefined when there is none. */
  look(): Promise<Show | undefined>;
  receive: Receive;
};

/** A member's seat in a group show. */
export function createSeat({ take, leave, look, receive }: SeatSeams) {
  const store = createStore<SeatState>(() => nothing);
  const { getState, setState } = store;

  const line = createLine<Address>({
    ask: async () => apply(await take()),
    connect: (address, events) =>
      receive(address, {
        ...events,
        onPicture: (picture) => setState({ picture }),
        onSound: (sound) => setState({ sound }),
        onCameraOff: (isCameraOff) => setState({ isCameraOff }),
      }),
    onState: (state) => {
      setState({ line: state });
      if (state === "off") setState(noMedia);
    },
    onRemoved: removed,
  });

  /** Takes a seat, or finds the one I have. */
  async function sit() {
    setState({ phase: "taking", problem: undefined });
    try {
      const address = apply(await take());
      if (address) line.start(address);
    } catch (problem) {
      setState({ phase: "out", problem });
    }
  }

  function apply(show: Show): Address | undefined {
    const address = show.play?.webrtc;
    setState({ show, phase: address ? "in" : "waiting" });
    metered(show.meter);
    return address;
  }

  function metered(meter: Meter | undefined) {
    setState({ meter, meterAt: serverNow() });
  }

  /** Asks how the show stands: what was missed, and everybody's minutes. */
  async function refresh() {
    const { phase, show } = getState();
    if (show === undefined || (phase !== "waiting" && phase !== "in")) return;
    const current = await look().catch(() => show);
    if (getState().phase !== phase || getState().show?.sessionId !== show.sessionId) return;
    // Only those who have a seat are told who is in the show.
    if (current?.sessionId !== show.sessionId || !current.participants) return over();
    setState({ show: { ...show, ...current } });
    if (current.meter) metered(current.meter);
    if (phase === "waiting" && current.meter) await sit();
  }

  /** The server took the connection away: the show is over, or goes on on another device. */
  async function removed() {
    await refresh();
    if (getState().phase === "in") setState({ phase: "elsewhere" });
  }

  async function stand() {
    await leave();
    over();
  }

  function over() {
    if (getState().phase === "out" || getState().phase === "over") return;
    line.stop();
    setState({ phase: "over" });
  }

  function mine(event: { conversationId: string }): boolean {
    return event.conversationId !== "" && event.conversationId === getState().show?.conversation;
  }

  function changed(event: ServerEvents["show/changed"]) {
    const { show, phase } = getState();
    if (show === undefined || !mine(event)) return;
    if (event.status === "starting" || event.status === "live" || event.status === "paused") {
      setState({ show: { ...show, status: event.status } });
    }
    if (phase === "waiting" && event.status === "live") sit();
    else refresh();
  }

  return {
    store,
    sit,
    stand,
    refresh,
    changed,
    ended: (event: ServerEvents["show/ended"]) => mine(event) && over(),
    seated(event: ServerEvents["show/participant"]) {
      const { show } = getState();
      if (show === undefined || !mine(event)) return;
      setState({ show: { ...show, participants: rosterAfter(show.participants ?? [], event) } });
    },
    ticked(event: ServerEvents["meter/tick"]) {
      const { meter } = getState();
      if (!mine(event) || meter === undefined) return;
      const { minutes, spent, balance, secondsLeft } = event;
      metered({ ...meter, status: "running", minutes, spent, balance, secondsLeft });
      refresh();
    },
    warned(event: ServerEvents["meter/low"]) {
      const { meter } = getState();
      if (mine(event) && meter) metered({ ...meter, secondsLeft: event.secondsLeft });
    },
    close: line.stop,
    /** Her picture does not come by this connection. */
    rejoin: line.renew,
    said: () => {
      const { problem } = getState();
      return problem === undefined ? undefined : messageOf(problem);
    },
  };
}

export type Seat = ReturnType<typeof createSeat>;
