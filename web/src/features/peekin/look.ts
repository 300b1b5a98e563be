import { createStore } from "zustand/vanilla";
import type { Address } from "@/media/address";
import { createLine, type LineState } from "@/media/line";
import type { Receive, RemotePicture } from "@/media/receive";
import type { Look, Offer } from "./api";

/** asking – for the price; offered; buying; looking; over – the window or the show ended; refused. */
export type LookPhase = "asking" | "offered" | "buying" | "looking" | "over" | "refused";

export type LookState = {
  phase: LookPhase;
  offer: Offer | undefined;
  look: Look | undefined;
  /** When the paid window ends, in Unix milliseconds. */
  endsAt: number | undefined;
  line: LineState;
  picture: RemotePicture | undefined;
  sound: MediaStreamTrack | undefined;
  /** The performer has switched her camera off. */
  isCameraOff: boolean;
  /** Why the look is over, when the server said so. */
  reason: string | undefined;
  problem: unknown;
};

export type LookSeams = {
  ask(): Promise<Offer>;
  buy(id: string, renew: boolean, key: string): Promise<Look>;
  leave(id: string): Promise<unknown>;
  receive: Receive;
  newKey(): string;
  now(): number;
};

/** A member's look into a private show: the offer, the paid window, its end. */
export function createLook(seams: LookSeams) {
  const { ask, buy, leave, receive, newKey, now } = seams;
  const store = createStore<LookState>(() => ({
    phase: "asking",
    offer: undefined,
    look: undefined,
    endsAt: undefined,
    line: "off",
    picture: undefined,
    sound: undefined,
    isCameraOff: false,
    reason: undefined,
    problem: undefined,
  }));
  const { getState, setState } = store;
  // A press that got no answer is sent again under the same key, so that it is paid once.
  let key = newKey();
  let renews = false;

  const line = createLine<Address>({
    ask: async () => {
      const { offer } = getState();
      return offer && (await buy(offer._id, renews, key)).play?.webrtc;
    },
    connect: (address, events) =>
      receive(address, {
        ...events,
        onPicture: (picture) => setState({ picture }),
        onSound: (sound) => setState({ sound }),
        onCameraOff: (isCameraOff) => setState({ isCameraOff }),
      }),
    onState: (state) => setState({ line: state }),
    onRemoved: () => over(),
  });

  async function start() {
    setState({ phase: "asking", reason: undefined, problem: undefined });
    try {
      setState({ offer: await ask(), phase: "offered" });
      key = newKey();
    } catch (problem) {
      setState({ phase: "refused", problem });
    }
  }

  async function pay(renew: boolean) {
    const { offer } = getState();
    if (offer === undefined) return;
    renews = renew;
    setState({ phase: "buying", problem: undefined });
    try {
      const look = await buy(offer._id, renew, key);
      const endsAt = look.expiresAt ? Date.parse(look.expiresAt) : now() + offer.seconds * 1000;
      setState({ look, endsAt, phase: "looking" });
      if (look.play?.webrtc) line.start(look.play.webrtc);
    } catch (problem) {
      setState({ phase: "offered", problem });
    }
  }

  /** The look is over; the reason may come after the picture has gone. */
  function over(reason?: string) {
    const { phase } = getState();
    if (phase !== "looking" && phase !== "over") return;
    if (phase === "looking") line.stop();
    setState({ phase: "over", picture: undefined, sound: undefined, ...(reason && { reason }) });
  }

  /** The meter of this look went on: one more window is paid. */
  function ticked(secondsLeft: number) {
    const { phase, offer } = getState();
    if (phase !== "looking" || offer === undefined || !renews) return;
    setState({ endsAt: now() + Math.min(secondsLeft, offer.seconds) * 1000 });
  }

  function close() {
    const { phase, offer } = getState();
    line.stop();
    if (phase === "looking" && offer) leave(offer._id).catch(() => {}); // the window ends by itself
  }

  return { store, start, pay, over, ticked, close, rejoin: line.renew };
}

export type PeekLook = ReturnType<typeof createLook>;
