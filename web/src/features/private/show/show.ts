import { createStore } from "zustand/vanilla";
import { ApiError } from "@/api/errors";
import { createTask } from "@/lib/task";
import type { Camera } from "@/media/camera";
import { createLine, type LineState } from "@/media/line";
import type { Publish } from "@/media/publisher";
import type { Receive, RemotePicture } from "@/media/receive";
import type { Meter } from "@/shows/api";
import type { Show } from "../api";

/**
 * Where this side of the show is:
 * loading; missing – there is no such show for this person; failed – the server
 * could not be asked; pending – still a request; on; elsewhere – it goes on, on
 * another device or tab; over.
 */
export type Scene = "loading" | "missing" | "failed" | "pending" | "on" | "elsewhere" | "over";

export type ShowState = {
  scene: Scene;
  show: Show | undefined;
  error: unknown;
  /** Since when the show is not live, in Unix milliseconds of this device. */
  waitsSince: number | undefined;
  /** When the meter's figures came, in the same. */
  meterAt: number;
  /** What comes from the other side. */
  picture: RemotePicture | undefined;
  sound: MediaStreamTrack | undefined;
  /** The other side has switched the camera off. */
  isCameraOff: boolean;
  sending: LineState;
  /** Pictures of this page arrive at the server; undefined while that is not known yet. */
  flows: boolean | undefined;
  receiving: LineState;
};

export type ShowSeams = {
  camera: Camera;
  join(takeover: boolean): Promise<Show>;
  /** The show as it is, without touching who is where; undefined when it is over. */
  look(performerId: string): Promise<Show | undefined>;
  publish: Publish;
  receive: Receive;
  now(): number;
};

const noMedia = { picture: undefined, sound: undefined, isCameraOff: false };

const nothing: ShowState = {
  scene: "loading",
  show: undefined,
  error: undefined,
  waitsSince: undefined,
  meterAt: 0,
  picture: undefined,
  sound: undefined,
  isCameraOff: false,
  sending: "off",
  flows: undefined,
  receiving: "off",
};

type Address = NonNullable<Show["publish"]>["webrtc"];

/**
 * One side of a private show on this page: it joins, sends what this side sends,
 * receives the other, and follows what the server says of the show. A connection
 * that the server ended is no reason to come back by itself: the show is over, or
 * has moved to another device.
 */
export function createPrivateShow(seams: ShowSeams) {
  const { camera, join, look, publish, receive, now } = seams;
  const store = createStore(() => nothing);
  const { getState, setState } = store;
  const task = createTask();

  const sender = createLine<Address>({
    ask: async () => (await join(false)).publish?.webrtc,
    connect: (address, { onMending, onClosed }) =>
      publish(address, camera, {
        onLost: () => onMending(true),
        onBack: () => onMending(false),
        onEnded: onClosed,
        onQuality: () => {},
        onFrames: (flows) => setState({ flows }),
      }),
    onState: (sending) => setState({ sending, ...(sending !== "on" && { flows: undefined }) }),
    onRemoved: removed,
  });
  const receiver = createLine<Address>({
    ask: async () => (await join(false)).play?.webrtc,
    connect: (address, { onMending, onClosed }) =>
      receive(address, {
        onMending,
        onClosed,
        onPicture: (picture) => setState({ picture }),
        onSound: (sound) => setState({ sound }),
        onCameraOff: (isCameraOff) => setState({ isCameraOff }),
      }),
    onState: (receiving) => setState({ receiving, ...(receiving === "off" && noMedia) }),
    onRemoved: removed,
  });

  /** Opens the show on this device; `takeover` moves her publishing here. */
  async function enter(takeover = false) {
    const isMine = task.begin();
    setState({ scene: "loading", error: undefined });
    try {
      const show = await join(takeover);
      if (isMine()) open(show);
    } catch (error) {
      if (!isMine()) return;
      const missing = error instanceof ApiError && (error.status === 404 || error.status === 403);
      setState({ scene: missing ? "missing" : "failed", error });
    }
  }

  function open(show: Show) {
    take(show);
    if (getState().scene !== "on") return;
    if (show.play?.webrtc) receiver.start(show.play.webrtc);
    if (show.publish) send(show, show.publish.webrtc);
  }

  // A member may send the voice alone; a performer sends both.
  async function send({ camera: wish, publish }: Show, address: Address) {
    const voiceOnly = publish?.sources !== undefined && wish !== "video";
    const isMine = task.join();
    const { video, audio } = camera.store.getState();
    const isReady = audio !== undefined && (voiceOnly || video !== undefined);
    if (!isReady) await camera.open({ picture: !voiceOnly });
    if (isMine() && getState().scene === "on") sender.start(address);
  }

  /** Takes the server's word on the show. */
  function take(show: Show) {
    const before = getState();
    const waits = show.status === "starting" || show.status === "paused";
    const same = before.show?.status === show.status;
    setState({
      show: { ...before.show, ...show },
      scene: sceneOf(show),
      meterAt: now(),
      waitsSince: waits ? (same && before.waitsSince) || since(show) || now() : undefined,
    });
    if (sceneOf(show) === "over") close();
  }

  /** Asks how the show stands, as after a missed event. */
  async function refresh() {
    const { scene, show } = getState();
    if (show === undefined || (scene !== "on" && scene !== "pending")) return;
    const isMine = task.join();
    try {
      const current = await look(show.performerId);
      if (!isMine()) return;
      if (current === undefined || current.sessionId !== show.sessionId) over();
      else if (scene === "pending" && current.status !== "pending") await enter();
      else take(current);
    } catch {
      // The socket or the next look tells.
    }
  }

  async function removed() {
    const { scene, show } = getState();
    if (scene !== "on" || show === undefined) return;
    const isMine = task.join();
    const current = await look(show.performerId).catch(() => show);
    if (!isMine()) return;
    if (current === undefined || current.sessionId !== show.sessionId) return over();
    close();
    setState({ scene: "elsewhere", show: { ...show, ...current } });
  }

  function over() {
    close();
    setState({ scene: "over" });
  }

  /** The server's word by event. */
  function changed(status: Show["status"], lostCause?: Show["lostCause"]) {
    const { scene, show } = getState();
    if (show === undefined) return;
    if (status === "ended") over();
    else if (scene === "pending") enter();
    else if (scene === "on") {
      setState({
        show: { ...withCause(show, lostCause), status },
        waitsSince: status === "live" ? undefined : now(),
      });
      refresh();
    }
  }

  function metered(change: Partial<Meter>) {
    const { show } = getState();
    if (show?.meter === undefined) return;
    const meter = { ...show.meter, ...change };
    setState({ show: { ...show, meter }, meterAt: now() });
  }

  function peeked(peekers: number) {
    const { show } = getState();
    if (show) setState({ show: { ...show, peekers } });
  }

  function close() {
    task.end();
    sender.stop();
    receiver.stop();
  }

  /** The page is left. */
  function leave() {
    close();
    setState(nothing);
  }

  const rejoin = receiver.renew;
  return { store, camera, enter, refresh, changed, metered, peeked, over, leave, rejoin };
}

export type PrivateShow = ReturnType<typeof createPrivateShow>;

function sceneOf({ status }: Show): Scene {
  if (status === "pending") return "pending";
  return status === "ended" || status === "held" ? "over" : "on";
}

function withCause({ lostCause: _before, ...show }: Show, lostCause: Show["lostCause"]): Show {
  return lostCause === undefined ? show : { ...show, lostCause };
}

function since({ status, stagedAt, lostAt }: Show): number | undefined {
  const at = status === "starting" ? stagedAt : lostAt;
  return at === undefined ? undefined : Date.parse(at);
}
