import { createStore } from "zustand/vanilla";
import { messageOf } from "@/api/errors";
import { createLine, type LineState } from "@/media/line";
import type { Address } from "@/media/publisher";
import type { Receive, RemotePicture } from "@/media/receive";
import type { ServerEvents } from "@/realtime/events";
import type { Meter, Show } from "./api";
import { rosterAfter } from "./roster";

/** out – no seat; taking – asked for; waiting – a seat in a show that has not started; in – watching and paying; over. */
export type SeatPhase = "out" | "taking" | "waiting" | "in" | "over";

export type SeatState = {
  phase: SeatPhase;
  show: Show | undefined;
  meter: Meter | undefined;
  line: LineState;
  picture: RemotePicture | undefined;
  sound: MediaStreamTrack | undefined;
  /** The newest warning that the balance runs out, in seconds. */
  low: number | undefined;
  reason: string | undefined;
  problem: unknown;
};

const nothing: SeatState = {
  phase: "out",
  show: undefined,
  meter: undefined,
  line: "off",
  picture: undefined,
  sound: undefined,
  low: undefined,
  reason: undefined,
  problem: undefined,
};

export type SeatSeams = {
  take(): Promise<Show>;
  leave(): Promise<unknown>;
  receive: Receive;
};

/** A member's seat in a group show. */
export function createSeat({ take, leave, receive }: SeatSeams) {
  const store = createStore<SeatState>(() => nothing);
  const { getState, setState } = store;

  const line = createLine<Address>({
    ask: async () => apply(await take()),
    connect: (address, events) =>
      receive(address, {
        ...events,
        onPicture: (picture) => setState({ picture }),
        onSound: (sound) => setState({ sound }),
      }),
    onState: (state) => {
      setState({ line: state });
      if (state === "off") setState({ picture: undefined, sound: undefined });
    },
    // Another device has the seat, or the show ended: what follows says which.
    onRemoved: () => {},
  });

  /** Takes a seat, or finds the one I have. */
  async function sit() {
    setState({ phase: "taking", problem: undefined, reason: undefined });
    try {
      const address = apply(await take());
      if (address) line.start(address);
    } catch (problem) {
      setState({ phase: "out", problem });
    }
  }

  function apply(show: Show): Address | undefined {
    const address = show.play?.webrtc;
    setState({ show, meter: show.meter, phase: address ? "in" : "waiting" });
    return address;
  }

  async function stand() {
    await leave();
    over("member_left");
  }

  function over(reason: string) {
    if (getState().phase === "out" || getState().phase === "over") return;
    line.stop();
    setState({ phase: "over", reason });
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
  }

  return {
    store,
    sit,
    stand,
    changed,
    ended: (event: ServerEvents["show/ended"]) => mine(event) && over(event.reason),
    seated(event: ServerEvents["show/participant"]) {
      const { show } = getState();
      if (show === undefined || !mine(event)) return;
      setState({ show: { ...show, participants: rosterAfter(show.participants ?? [], event) } });
    },
    ticked(event: ServerEvents["meter/tick"]) {
      const { meter } = getState();
      if (!mine(event) || meter === undefined) return;
      const { minutes, spent, balance, secondsLeft } = event;
      setState({ meter: { ...meter, status: "running", minutes, spent, balance, secondsLeft } });
      if (secondsLeft > 120) setState({ low: undefined });
    },
    warned(event: ServerEvents["meter/low"]) {
      if (mine(event)) setState({ low: event.secondsLeft });
    },
    close: line.stop,
    said: () => {
      const { problem } = getState();
      return problem === undefined ? undefined : messageOf(problem);
    },
  };
}

export type Seat = ReturnType<typeof createSeat>;
