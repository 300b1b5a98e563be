import { createStore } from "zustand/vanilla";
import { messageOf } from "@/api/errors";
import type { Earned, Show } from "./api";
import { type EndReason, next, type Phase, type Source, type Step, type Summary } from "./machine";
import { createSender, elsewhere, type SenderSeams } from "./sender";
import { grace, nothing } from "./state";

export type BroadcastSeams = SenderSeams & {
  stopShow(): Promise<unknown>;
  earned(): Promise<Earned>;
  /** Remembers across a reload which show this tab sends; undefined forgets it. */
  remember(showId: string | undefined): void;
  now(): number;
};

/**
 * One performer's broadcast as this page sees it: what she does, what the media
 * engine tells and what the server says about the show come together here and
 * move the phase (machine.ts).
 */
export function createBroadcast(seams: BroadcastSeams) {
  const { camera, now, openShow } = seams;
  const store = createStore(() => nothing);
  const { getState, setState } = store;
  const sender = createSender(seams, {
    onAir(show) {
      seams.remember(show.sessionId);
      onAir(show, "here");
    },
    onLost: lost,
    onBack() {
      if (is("reconnecting")) step({ type: "onAir" });
    },
    onGone(open, why) {
      if (open?.status === "held") hold(open);
      else if (open !== undefined) follow(open);
      else end(why === "network" ? "lost" : "ended");
    },
    onQuality: (quality) => setState({ quality }),
    onFrames: (flows) => setState({ flows }),
  });
  let earned: Earned | undefined;

  function step(taken: Step) {
    setState(({ phase }) => ({ phase: next(phase, taken) }));
  }

  function is(...names: Phase["name"][]) {
    return names.includes(getState().phase.name);
  }

  /** The page is shown: until the returned function is called the phase follows the devices. */
  function enter() {
    const stop = camera.store.subscribe(({ video }) =>
      step({ type: "picture", available: video !== undefined }),
    );
    return () => {
      stop();
      sender.close();
      setState(nothing);
    };
  }

  /** Opens the devices: before the first show, the next one, or to bring a show here. */
  function check() {
    step({ type: "check" });
    setState({ refusal: undefined });
    return camera.open();
  }

  /** Goes live from here, or resumes the show that is open. */
  async function start(
    title: string,
    takeover = false,
    opening = seams.goLive({ title, takeover }),
  ) {
    const { source } = getState();
    step({ type: "start" });
    setState({ refusal: undefined, title, source: "here" });
    try {
      await sender.begin(opening);
    } catch (error) {
      sender.close();
      setState({ source, refusal: { message: messageOf(error), isElsewhere: elsewhere(error) } });
      step({ type: "refused" });
    }
  }

  /** Looks for an open show. One that this tab sent (`mine`) waits to be resumed; another is followed. */
  async function discover(mine: string | undefined) {
    const open = await openShow();
    if (open?.status === "held") hold(open);
    else if (open?.status === "live" && open.sessionId !== mine) follow(open);
    else setState({ show: open });
  }

  /** A paid show is on: nothing is sent in public any more, and the public show waits. */
  function hold(open?: Show) {
    sender.close();
    setState((state) => ({ show: open ?? state.show, quality: undefined, refusal: undefined }));
    step({ type: "hold" });
  }

  /**
   * Back to the public show in one click, or by the one that led here and had it opened already. A
   * broadcasting program sends it by itself once it is open.
   */
  async function back(by: Source, opening?: Promise<Show>) {
    if (opening) hold();
    const title = getState().show?.title ?? "";
    if (by === "here") {
      if (camera.store.getState().video === undefined) await camera.open();
      // Without a picture the check says why.
      return camera.store.getState().video === undefined ? check() : start(title, false, opening);
    }
    step({ type: "start" });
    try {
      const show = await (opening ?? seams.goLive({ title, takeover: false }));
      setState({ show });
      await discover(undefined);
      step({ type: "refused" });
    } catch (error) {
      setState({ refusal: { message: messageOf(error), isElsewhere: false } });
      step({ type: "refused" });
    }
  }

  function follow(show: Show) {
    sender.close();
    seams.remember(undefined);
    camera.close();
    setState({ quality: undefined, refusal: undefined });
    onAir(show, "elsewhere");
    if (show.status === "paused") lost();
  }

  function onAir(show: Show, source: Source) {
    const known = getState().show;
    const since = known?.sessionId === show.sessionId ? known.startedAt : undefined;
    const startedAt = show.startedAt ?? since ?? new Date(now()).toISOString();
    setState({ show: { ...show, startedAt }, source });
    counted(show.viewers);
    step({ type: "onAir" });
  }

  function lost() {
    step({ type: "lost", until: now() + grace });
  }

  /** The server's word on the show (show/changed). It sees what viewers see: that nothing comes, or that it is back. */
  async function showChanged(status: string) {
    if (status === "held") return discover(undefined);
    const sending = is("starting", "live", "reconnecting") && getState().source === "here";
    if (status === "paused") lost();
    if (sending) {
      // While the connection is being mended "live" is told of what was before.
      if (status === "live" && is("reconnecting") && getState().flows) step({ type: "onAir" });
      return;
    }
    if (status === "live") await discover(undefined);
  }

  /** The server's last word (show/ended). */
  function showEnded(reason: string) {
    const { phase } = getState();
    if (is("live", "reconnecting", "held")) end(reasonOf(reason));
    // The engine may have closed first; only the server knows why.
    else if (phase.name === "ended" && phase.summary.reason === "ended")
      setState({
        phase: { name: "ended", summary: { ...phase.summary, reason: reasonOf(reason) } },
      });
    else if (!is("starting")) setState({ show: undefined, source: "here" });
  }

  function counted(viewers: number) {
    setState(({ mostViewers }) => ({ viewers, mostViewers: Math.max(viewers, mostViewers) }));
  }

  /** Ends the show. Its income is read first: afterwards there is no "this show". */
  async function stop() {
    setState({ isStopping: true });
    try {
      earned = await seams.earned().catch(() => earned);
      await seams.stopShow();
      end("stopped");
      setState({ show: undefined });
    } finally {
      setState({ isStopping: false });
    }
  }

  function end(reason: EndReason) {
    const { show, mostViewers, isStopping } = getState();
    if (!is("starting", "live", "reconnecting", "held")) return;
    sender.close();
    seams.remember(undefined);
    camera.close();
    const since = show?.startedAt;
    const summary: Summary = {
      // While she stops it, whoever tells of the end first tells of hers.
      reason: isStopping ? "stopped" : reason,
      mostViewers,
      ...(since && { duration: now() - Date.parse(since) }),
      ...(earned && { tips: earned.tips, net: earned.net }),
    };
    step({ type: "end", summary });
    setState({ ...nothing, phase: getState().phase });
    earned = undefined;
  }

  return {
    store,
    enter,
    check,
    start,
    stop,
    hold,
    back,
    discover,
    showChanged,
    showEnded,
    counted,
    /** The newest known income, for the summary of a show that ends by itself. */
    noteEarned(known: Earned) {
      earned = known;
    },
    forgive: () => setState({ refusal: undefined }),
  };
}

// Of show.Reason (internal/show): those that a public show may end for.
const reasons: Record<string, EndReason> = {
  media_lost: "lost",
  connect_timeout: "unseen",
  moderator: "moderator",
  maintenance: "maintenance",
  fault: "fault",
};

function reasonOf(told: string): EndReason {
  return reasons[told] ?? "ended";
}

export type Broadcast = ReturnType<typeof createBroadcast>;
