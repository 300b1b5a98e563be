/**
 * Where a broadcast is: idle → checking ⇄ ready → starting → live ⇄
 * reconnecting → ended → checking. A show that is sent from elsewhere (a
 * broadcasting program, another device) leads to live from every phase but
 * starting; from there she may check her devices to bring it here. A paid show
 * holds the public one from every phase; one click starts it again.
 */
export type Phase =
  /** Nobody has been asked for anything. */
  | { name: "idle" }
  /** Waiting for the devices. */
  | { name: "checking" }
  /** There is a picture to show. */
  | { name: "ready" }
  | { name: "starting" }
  | { name: "live" }
  /** The show waits for the picture until that instant, in Unix milliseconds. */
  | { name: "reconnecting"; until: number }
  /** She is, or was just now, in a paid show; this one waits. */
  | { name: "held" }
  | { name: "ended"; summary: Summary };

/** Who sends the picture: this page, or a program or another device. */
export type Source = "here" | "elsewhere";

/**
 * `stopped` by her; `lost`: the picture did not come back in time; `unseen`: it never came;
 * `moderator`, `maintenance` and `fault`: by the site; `ended` elsewhere, or why is not known yet.
 */
export type EndReason =
  | "stopped"
  | "lost"
  | "unseen"
  | "moderator"
  | "maintenance"
  | "fault"
  | "ended";

/** What is told after a show. Times in milliseconds, money in tokens; unknown figures are absent. */
export type Summary = {
  reason: EndReason;
  duration?: number;
  mostViewers?: number;
  tips?: number;
  net?: number;
};

export type Step =
  | { type: "check" }
  | { type: "picture"; available: boolean }
  | { type: "start" }
  | { type: "refused" }
  | { type: "onAir" }
  | { type: "lost"; until: number }
  | { type: "hold" }
  | { type: "end"; summary: Summary };

type Name = Phase["name"];

const from: Record<Step["type"], readonly Name[]> = {
  check: ["idle", "live", "reconnecting", "held", "ended"],
  picture: ["checking", "ready"],
  start: ["ready", "held"],
  refused: ["starting"],
  onAir: ["idle", "checking", "ready", "starting", "reconnecting", "held", "ended"],
  lost: ["live"],
  hold: ["idle", "checking", "ready", "starting", "live", "reconnecting", "ended"],
  end: ["starting", "live", "reconnecting", "held"],
};

/** The next phase; the same one when the step does not belong there. */
export function next(phase: Phase, step: Step): Phase {
  return from[step.type].includes(phase.name) ? after(step) : phase;
}

function after(step: Step): Phase {
  switch (step.type) {
    case "check":
      return { name: "checking" };
    case "picture":
      return { name: step.available ? "ready" : "checking" };
    case "start":
      return { name: "starting" };
    case "refused":
      return { name: "ready" };
    case "onAir":
      return { name: "live" };
    case "lost":
      return { name: "reconnecting", until: step.until };
    case "hold":
      return { name: "held" };
    case "end":
      return { name: "ended", summary: step.summary };
  }
}
