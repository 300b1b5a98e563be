/** How a live stream is played that is a little behind now. All in seconds. */
export type Pace = {
  /** So much further back than its playlist asks, for a line on which it stalled. */
  slack: number;
  /** It has been at its distance: who came with the first picture falls back to it first. */
  hasSettled: boolean;
  /** When the newest stall ended. */
  stalledAt: number;
  /** Its viewer has left now by hand, and stays there until they ask to go back. */
  hasWandered: boolean;
};

/** Where it is, and where its playlist would have it; undefined while nobody knows. */
export type Place = { at: number; sync: number; buffered: number };

/** What to do: play so fast, or skip to there. */
export type Move = { rate: number; skipTo?: number };

export const atFirst: Pace = {
  slack: 0,
  hasSettled: false,
  stalledAt: -Infinity,
  hasWandered: false,
};

/** How often it is looked. */
export const look = 0.2;

const unnoticed = 0.05; // so far off is where it should be
const needs = 0.35; // buffer, to play faster
const fastest = 1.15; // which nobody hears
const slowest = 0.75; // for the second or two until it has settled
const most = 2; // more is skipped, not walked
const further = 0.3; // after a stall, so that a poor line has fewer of them
const furthest = 1.5; // a longer stall is no reason: so far back nobody is
const one = 5; // within so long all are one stall: pictures come in spurts until it is over
const forgets = 0.995; // of that is left after each look: half of it after half a minute

/**
 * A stall is over. One that no distance would have prevented puts nobody further back, nor does
 * one before there was any.
 */
export function afterStall(pace: Pace, from: number, until: number): Pace {
  const isSpurt = until - pace.stalledAt < one;
  const isCurable = until - from < furthest && pace.hasSettled;
  const slack = isCurable && !isSpurt ? Math.min(furthest, pace.slack + further) : pace.slack;
  return { ...pace, slack, stalledAt: until };
}

/** What to do at a look; `place` is undefined while nothing plays. */
export function afterLook(pace: Pace, place: Place | undefined): [Pace, Move | undefined] {
  const slack = pace.slack * forgets;
  if (place === undefined) return [{ ...pace, slack }, undefined];
  const behind = place.sync - slack - place.at;
  const isFar = behind >= most;
  const next = {
    ...pace,
    slack,
    hasSettled: pace.hasSettled || behind > -unnoticed,
    hasWandered: isFar && pace.hasWandered,
  };
  if (next.hasWandered) return [next, { rate: 1 }];
  const rate = next.hasSettled ? catchingUp(behind, place.buffered) : fallingBack(behind);
  return [next, isFar ? { rate, skipTo: place.sync - slack } : { rate }];
}

function catchingUp(behind: number, buffered: number): number {
  if (behind < unnoticed || buffered < needs) return 1;
  return Math.min(fastest, 1 + 0.3 * behind);
}

function fallingBack(behind: number): number {
  return Math.max(slowest, 1 + 0.6 * behind);
}
