// How a figure moves through a loop. Every term turns a whole number of times per loop, so
// the last frame meets the first.

import { clamp, TAU } from './draw.js';

const s = (p, k, at = 0) => Math.sin(TAU * (k * p + at));

/** Eyes shut for a sixth of a second at the given places of the loop. */
function blink(p, seconds, times) {
  let open = 1;
  for (const t of times) {
    let d = Math.abs(p - t);
    d = Math.min(d, 1 - d) * seconds;
    open = Math.min(open, clamp((d - 0.035) / 0.085));
  }
  return open;
}

const speech = (p) => clamp(0.55 * s(p, 17) * s(p, 5, 0.2) + 0.4 * s(p, 29, 0.4) * s(p, 3) - 0.05, 0, 0.55);

const motions = {
  /** Sixteen beats: a nod on each, a sway over four. */
  deejay: (p) => ({
    pitch: 0.05 + 0.06 * Math.abs(s(p, 8)), dy: 0.05 * Math.abs(s(p, 8)), tilt: 0.05 * s(p, 4), yaw: 0.12 * s(p, 2), lean: 0.025 * s(p, 4, 0.1),
    dx: 0.05 * s(p, 4, 0.05), sway: 0.05 * s(p, 4, 0.85), swing: 0.05 * s(p, 8), smile: 0.2 + 0.15 * s(p, 1), pulse: 1 + 0.9 * Math.abs(s(p, 8, 0.25)),
  }),
  dance: (p) => ({
    dx: 0.13 * s(p, 4), lean: 0.06 * s(p, 4, 0.04), tilt: -0.08 * s(p, 4, -0.03), dy: 0.05 * s(p, 8, 0.25), yaw: 0.13 * s(p, 2, 0.1), shift: 0.04 * s(p, 4, 0.1),
    sway: -0.3 * s(p, 4, -0.1), swing: -0.2 * s(p, 4, -0.08), smile: 0.55 + 0.2 * s(p, 1), pulse: 1 + 0.5 * s(p, 8),
  }),
  talk: (p) => ({
    yaw: 0.07 * s(p, 2) + 0.04 * s(p, 5, 0.3), tilt: 0.035 * s(p, 3, 0.2), pitch: 0.03 * s(p, 4, 0.1) + 0.012 * s(p, 9), dx: 0.02 * s(p, 2, 0.1),
    sway: 0.05 * s(p, 3, 0.05), swing: 0.06 * s(p, 5), open: 0.08 + speech(p), smile: 0.5 + 0.2 * s(p, 2, 0.6),
  }),
  calm: (p) => ({
    yaw: 0.06 * s(p, 1), tilt: 0.04 * s(p, 2, 0.25), pitch: 0.025 * s(p, 2), dx: 0.02 * s(p, 1, 0.2), sway: 0.05 * s(p, 2, 0.1), swing: 0.04 * s(p, 2),
    gaze: 0.1 * s(p, 1, 0.5), smile: 0.2 + 0.12 * s(p, 1, 0.3), open: 0.1 * clamp(s(p, 3)),
  }),
  play: (p) => ({
    yaw: 0.05 * s(p, 3) + 0.03 * s(p, 7, 0.2), pitch: 0.03 * s(p, 4), tilt: 0.03 * s(p, 2, 0.2), lean: 0.012 * s(p, 5), dx: 0.02 * s(p, 4, 0.3),
    gaze: 0.16 * Math.sign(s(p, 3, 0.1)) * Math.min(1, Math.abs(s(p, 3, 0.1)) * 5), sway: 0.04 * s(p, 4, 0.1), open: 0.5 * clamp(s(p, 2, 0.1) * s(p, 11) - 0.2), smile: 0.35 + 0.25 * s(p, 1),
    swing: 0.05 * s(p, 4),
  }),
};

export function moment(kind, p, seconds) {
  return { p, breath: 0.014 * s(p, 3), blink: blink(p, seconds, [0.13, 0.41, 0.455, 0.78]), pulse: 1, ...motions[kind](p) };
}
