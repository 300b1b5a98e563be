import { createStore } from "zustand/vanilla";
import { messageOf } from "@/api/errors";
import type { Address } from "@/media/address";
import type { Camera } from "@/media/camera";
import { createLine, type LineState } from "@/media/line";
import type { Publish } from "@/media/publisher";
import type { ServerEvents } from "@/realtime/events";
import type { Show, Start } from "./api";
import { rosterAfter } from "./roster";

/** setup – before the show; starting – asked for; on – on stage; over – ended, with its id for the receipt. */
export type OwnPhase = "setup" | "starting" | "on" | "over";

export type OwnState = {
  phase: OwnPhase;
  show: Show | undefined;
  line: LineState;
  /** Pictures of this page arrive at the server; undefined while that is not known yet. */
  flows: boolean | undefined;
  problem: string | undefined;
  /** Whether a show is open could not be asked. */
  isUnknown: boolean;
};

export type OwnSeams = {
  camera: Camera;
  start(start: Partial<Start>): Promise<Show>;
  current(): Promise<Show | undefined>;
  end(): Promise<unknown>;
  publish: Publish;
};

/** The performer's group show as this page runs it. */
export function createOwnGroup(seams: OwnSeams) {
  const { camera, start, current, end, publish } = seams;
  const store = createStore<OwnState>(() => ({
    phase: "setup",
    show: undefined,
    line: "off",
    flows: undefined,
    problem: undefined,
    isUnknown: false,
  }));
  const { getState, setState } = store;

  const line = createLine<Address>({
    ask: async () => (await start({})).publish?.webrtc,
    connect: (address, events) =>
      publish(address, camera, {
        onLost: () => events.onMending(true),
        onBack: () => events.onMending(false),
        onEnded: events.onClosed,
        onQuality: () => {},
        onFrames: (flows) => setState({ flows }),
      }),
    onState: (state) => setState({ line: state, ...(state !== "on" && { flows: undefined }) }),
    onRemoved: look,
  });

  /** What is open now: after a reload, or when the server took the connection away. */
  async function look() {
    try {
      const open = await current();
      setState({ isUnknown: false });
      if (open !== undefined) setState({ show: open, phase: "setup" });
      else if (getState().phase === "on") setState({ phase: "over" });
    } catch {
      setState({ isUnknown: true });
    }
  }

  /** Asks how the show stands: what was missed, and everybody's minutes. */
  async function refresh() {
    const { phase, show } = getState();
    if (phase !== "on" || show === undefined) return;
    const open = await current().catch(() => show);
    if (getState().phase !== "on") return;
    if (open?.sessionId !== show.sessionId) over();
    else setState({ show: { ...show, ...open, participants: open.participants ?? [] } });
  }

  /** Puts the show on stage from here, or brings the one that is open here. */
  async function begin(wish: Partial<Start>) {
    setState({ phase: "starting", problem: undefined });
    try {
      const show = await start(wish);
      setState({ show: { ...show, participants: show.participants ?? [] }, phase: "on" });
      if (show.publish === undefined) return;
      if (camera.store.getState().video === undefined) await camera.open(); // after a reload
      if (getState().phase === "on") line.start(show.publish.webrtc);
    } catch (error) {
      setState({ phase: "setup", problem: messageOf(error) });
    }
  }

  /** Ends the show for everybody. */
  async function stop() {
    await end();
    over();
  }

  function over() {
    line.stop();
    setState({ phase: "over" });
  }

  function changed(event: ServerEvents["show/changed"]) {
    const { show } = getState();
    if (show === undefined || event.conversationId !== show.conversation) return;
    if (event.status === "ended") over();
    else if (event.status !== "held") {
      const { lostCause: _cause, lostAt: _since, ...rest } = show;
      const { status, cause } = event;
      setState({ show: { ...rest, status, ...(cause && { lostCause: cause }) } });
      refresh(); // since when the picture is missed
    }
  }

  function seated(event: ServerEvents["show/participant"]) {
    const { show } = getState();
    if (show === undefined || event.conversationId !== show.conversation) return;
    setState({ show: { ...show, participants: rosterAfter(show.participants ?? [], event) } });
  }

  return { store, camera, look, refresh, begin, stop, changed, seated, leave: line.stop };
}

export type OwnGroup = ReturnType<typeof createOwnGroup>;
