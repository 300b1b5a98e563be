// Hair styles: where the sheets of strands lie. Each style has a back (behind the body)
// and a front (over the face) and takes the same few parameters from a look.

import { blend, lerp, TAU } from './draw.js';
import { curls, hairColours, plait, sheet } from './hair.js';

/** Falling sides from a parting; `end` is how low the tips reach. */
function side(s, part, h) {
  const end = h.end ?? 2.2;
  const flare = h.flare ?? 0.15;
  const inner = h.inner ?? 0.6;
  const lift = h.lift ?? 0;
  const tuck = h.tuck ?? 0;
  const mid = lerp(0.3, end, 0.5);
  return [
    [[part, -0.97, 0.3], [lerp(part, s * 0.4, 0.55), -0.8, 0.32], [s * 0.56, -0.4, 0.2], [s * (inner + 0.04), 0.08, 0.1], [s * (inner + tuck), mid * 0.62, 0.1], [s * (inner + flare * 0.4), lerp(mid, end, 0.4), 0.05], [s * (inner + flare * 0.3), end, 0]],
    [[part, -1.1 - lift, 0.22], [lerp(part, s * 0.5, 0.62), -1.04 - lift, 0.2], [s * 0.7, -0.56, 0.1], [s * 0.76, 0.1, 0], [s * (0.78 + tuck), mid * 0.66, 0], [s * (0.8 + flare * 0.7), lerp(mid, end, 0.45), 0], [s * (0.76 + flare * 0.8), end * 1.02, 0]],
    [[part * 0.8, -1.19 - lift, 0.1], [s * 0.4, -1.17 - lift, 0], [s * 0.77, -0.74, -0.1], [s * 0.86, 0.05, -0.1], [s * (0.9 + flare * 0.5), mid * 0.66, -0.1], [s * (0.95 + flare), lerp(mid, end, 0.45), -0.1], [s * (0.88 + flare), end * 0.97, -0.1]],
  ];
}

/** Curtain behind the neck. */
function curtain(h) {
  const end = (h.end ?? 2.2) * 0.98;
  const w = 0.84 + (h.flare ?? 0.15);
  return [-1, -0.5, 0, 0.5, 1].map((k) => [[k * 0.45, -1.05, -0.3], [k * 0.72, -0.5, -0.3], [k * 0.82, 0.3, -0.3], [k * w, lerp(0.4, end, 0.5), -0.3], [k * w * 0.92, end, -0.3]]);
}

/** Hair combed from the hairline to a point at the crown. */
function combed(to, hairline = -0.66) {
  const rim = [];
  for (let i = 0; i <= 8; i++) {
    const k = lerp(-1, 1, i / 8);
    const y = hairline + 0.62 * Math.abs(k) ** 2.6;
    const x = Math.sin(k * 1.45) * 0.655;
    rim.push([[x, y + 0.02, 0.5 * Math.cos(k * 1.4)], [x * 1.12, y - 0.24, 0.3 * Math.cos(k * 1.4)], [lerp(x * 1.05, to[0], 0.45), lerp(y, to[1], 0.72), 0], [to[0], to[1], -0.1]]);
  }
  return rim;
}

function fringe(h) {
  const low = h.fringeEnd ?? -0.3;
  const lean = h.fringeLean ?? 0;
  return [-1, -0.6, -0.2, 0.2, 0.6, 1].map((k) => [[k * 0.2 - lean * 0.3, -1.16 + 0.03 * k * k, 0.2], [k * 0.42 - lean * 0.15, -0.92, 0.45], [k * 0.55 + lean * 0.1, -0.6, 0.52], [k * 0.6 + lean * 0.3, low + Math.abs(k) ** 3 * 0.28 + lean * k * 0.1, 0.48]]);
}

function ball(x, y, rx, ry) {
  return [0, 0.25, 0.5, 0.75, 1].map((k) => {
    const q = lerp(-1, 1, k);
    return [[x - rx * 0.3, y + ry, 0], [x + q * rx * 1.1 - rx * 0.2, y + ry * 0.35, 0], [x + q * rx, y - ry * 0.5, 0], [x + q * rx * 0.25, y - ry, 0]];
  });
}

export const styles = {
  /** Long or short falling hair, optional fringe. */
  falling: {
    back: (k, h) => k.sheet(curtain(h), { n: 120, body: 0.2, shineAt: [0.55], gloss: 0.5 }),
    front: (k, h) => {
      const part = h.part ?? 0;
      for (const s of [-1, 1]) k.sheet(side(s, part, h), { n: 190, body: 0.1, seed: 20 + s, shineAt: [0.2, 0.52], spread: 2.4 * s });
      if (h.fringe) k.sheet(fringe(h), { n: 150, end: 0, wave: 0, sway: k.sway * 0.15, shineAt: [0.42], taper: 0.75, ragged: 0.12, body: 0.09 });
    },
  },
  /** Combed back with a tail, a bun or two, or nothing. */
  swept: {
    back: (k, h) => {
      if (h.tail) {
        const s = h.tailSide ?? 1;
        k.sheet([0, 0.5, 1].map((q) => [[lerp(-0.12, 0.16, q), -1.02, -0.3], [s * lerp(0.3, 0.75, q), lerp(-1.2, -1.42, q), -0.3], [s * lerp(0.72, 1.22, q), -0.5, -0.3], [s * lerp(0.72, 1.22, q), 0.6, -0.3], [s * lerp(0.62, 1.02, q), h.tail, -0.3]]), { n: 190, body: 0.16, shineAt: [0.3, 0.6] });
      }
      if (h.napeEnd) k.sheet(curtain({ end: h.napeEnd, flare: -0.1 }), { n: 90, body: 0.2 });
    },
    front: (k, h) => {
      const to = h.crown ?? [0, -1.08];
      k.sheet(combed(to, h.hairline), { n: 230, body: 0.14, wave: 0, sway: 0, width: 0.022, shineAt: [0.4], taper: 0.2, jitter: 0.03, ragged: 0.02 });
      for (const b of h.buns ?? []) k.sheet(ball(...b), { n: 110, body: 0.16, wave: 0.02, sway: 0, shineAt: [0.55], taper: 0.2 });
      for (const [s, end] of h.wisps ?? []) k.sheet([[[s * 0.3, -0.86, 0.45], [s * 0.56, -0.5, 0.3], [s * 0.63, 0.05, 0.2], [s * 0.6, end * 0.6, 0.2], [s * 0.66, end, 0.2]], [[s * 0.4, -0.86, 0.4], [s * 0.64, -0.45, 0.2], [s * 0.7, 0.05, 0.1], [s * 0.68, end * 0.6, 0.1], [s * 0.7, end * 0.95, 0.1]]], { n: 22, body: 0.035, width: 0.02, taper: 0.85, shineAt: [0.45] });
      if (h.fringe) k.sheet(fringe(h), { n: 140, wave: 0.01, sway: k.sway * 0.15, shineAt: [0.42], taper: 0.75, ragged: 0.12, body: 0.08 });
    },
  },
  /** A halo of curls. */
  curly: {
    back: (k, h) => k.curls((luck) => {
      const a = luck() * TAU;
      const r = Math.sqrt(luck()) * (h.round ?? 1);
      return [Math.cos(a) * r * (h.rx ?? 1.12), (h.cy ?? -0.35) + Math.sin(a) * r * (h.ry ?? 1.05), 0.25 + 0.3 * r];
    }, { n: 900 }),
    front: (k, h) => k.curls((luck) => {
      const a = lerp(Math.PI * (1 - (h.wrap ?? 0.02)), Math.PI * (2 + (h.wrap ?? 0.02)), luck());
      const rx = lerp(0.6, h.rx ?? 1.12, luck() ** 0.8);
      const grow = (rx - 0.6) / ((h.rx ?? 1.12) - 0.6 + 1e-6);
      const ry = lerp(h.brow ?? 0.42, (h.ry ?? 1.05), grow);
      const cy = lerp(-0.3, h.cy ?? -0.35, grow);
      return [Math.cos(a) * rx, cy + Math.sin(a) * ry, 0.35 + 0.45 * Math.max(0, -Math.sin(a)) * grow, 0.42 * (1 - grow)];
    }, { n: 900, seed: 9 }),
  },
  /** Short sides and a fuller top that is brushed up or over. */
  cropped: {
    back: () => {},
    front: (k, h) => {
      const fade = h.fade ?? 0.16;
      for (const s of [-1, 1]) k.sheet([[[s * 0.55, -0.78, 0.2], [s * 0.64, -0.45, 0.1], [s * 0.66, -0.05, 0.05]], [[s * 0.6, -0.85, 0], [s * (0.68 + fade * 0.3), -0.45, -0.05], [s * (0.68 + fade * 0.1), 0.02, -0.05]]], { n: 110, body: 0.07, width: 0.016, wave: 0, sway: 0, shineAt: [], taper: 0.8 });
      const up = h.up ?? 0.3;
      const over = h.over ?? 0.2;
      const top = (depth, low) => [-1, -0.66, -0.33, 0, 0.33, 0.66, 1].map((q) => [[q * 0.6, low - 0.07 * Math.sin(Math.PI * Math.min(1, Math.abs(q) * 1.25)) + 0.16 * q ** 4, depth], [q * (0.66 - 0.05 * q * q) + over * 0.25, -0.92 - up * 0.35 * (1 - q * q), depth * 0.7], [q * (0.6 - 0.13 * q * q) + over * 0.75, -1.04 - up * (1 - 0.7 * q * q) + 0.1 * q ** 4, depth * 0.3], [q * (0.46 - 0.12 * q * q) + over * 1.25, -1.08 - up * (1.1 - 0.8 * q * q) + 0.1 * q ** 4, 0]]);
      k.sheet(top(0.3, -0.76), { n: 120, body: 0.14, wave: h.wave ?? 0.02, shineAt: [], taper: 0.9, jitter: 0.06, seed: 4 });
      k.sheet(top(0.45, -0.66), { n: 190, body: 0.12, wave: h.wave ?? 0.02, shineAt: [0.5], taper: 0.95, jitter: 0.09, ragged: 0.3, width: 0.034 });
    },
  },
  /** Many plaits falling behind and before the shoulders. */
  plaits: {
    back: (k, h) => {
      for (let i = 0; i < 13; i++) {
        const q = lerp(-1, 1, i / 12);
        k.plait([[q * 0.5, -0.95, -0.3], [q * 0.86, -0.2, -0.3], [q * 1.0, 0.9, -0.3], [q * 1.06, h.end ?? 2.6, -0.3]], { thick: 0.075, links: 34 });
      }
    },
    front: (k, h) => {
      k.sheet(combed(h.crown ?? [0, -1.1]), { n: 200, body: 0.14, wave: 0, sway: 0, width: 0.02, shineAt: [0.4], taper: 0.2, jitter: 0.02, ragged: 0.02 });
      for (const s of [-1, 1]) for (let i = 0; i < 4; i++) {
        k.plait([[s * (0.2 + i * 0.1), -1.0 + i * 0.03, 0.2], [s * (0.6 + i * 0.05), -0.62, 0.15], [s * (0.7 + i * 0.06), 0.1, 0.05], [s * (0.68 + i * 0.09), 1.0, 0], [s * (0.66 + i * 0.12), (h.end ?? 2.6) - i * 0.12, 0]], { thick: 0.07, links: 38 });
      }
      if (h.topknot) k.sheet(ball(...h.topknot), { n: 90, body: 0.16, wave: 0.03, sway: 0, shineAt: [0.5], taper: 0.2 });
    },
  },
  /** Shaved close: a soft shadow of hair on the skull. */
  buzz: {
    back: () => {},
    front: (k) => k.sheet(combed([0, -1.04], -0.64).map((g) => g.map(([x, y, z]) => [x * 0.985, Math.max(y, -1.0), z])), { n: 420, body: 0.12, width: 0.012, wave: 0, sway: 0, shineAt: [], taper: 0.5, jitter: 0.05, gloss: 0.3 }),
  },
};

/** A full beard, drawn as short strands over the jaw. */
export function beard(ctx, at, colour, o) {
  const c = hairColours(colour);
  const jaw = [];
  for (let i = 0; i <= 10; i++) {
    const a = lerp(-1, 1, i / 10);
    const x = Math.sin(a * 1.5) * 0.62;
    const y = 0.2 + 0.78 * Math.cos(a * 1.42);
    jaw.push([[x * 0.86, y - 0.24 * Math.cos(a), 0.42 * Math.cos(a)], [x * 0.97, y - 0.06, 0.36 * Math.cos(a)], [x * 1.02, y + (o.beardLong ?? 0.1), 0.3 * Math.cos(a)]]);
  }
  const hairs = { n: 420, body: 0.09, width: 0.016, shineAt: [0.5], gloss: 0.4, jitter: 0.05, detail: o.detail, taper: 0.8 };
  blend(ctx, 'source-atop', () => sheet(ctx, at, jaw, c, hairs));
  blend(ctx, 'source-atop', () => {
    for (const s of [-1, 1]) sheet(ctx, at, [[[s * 0.59, -0.25, 0.1], [s * 0.6, 0.1, 0.12], [s * 0.54, 0.5, 0.2]], [[s * 0.645, -0.25, 0], [s * 0.64, 0.1, 0], [s * 0.63, 0.5, 0.05]]], c, { ...hairs, n: 90, seed: 6, taper: 0.3 });
  });
  sheet(ctx, at, jaw.slice(2, 9), c, { ...hairs, n: 260, seed: 5 });
  if (o.moustache === false) return;
  for (const s of [-1, 1]) sheet(ctx, at, [[[s * 0.01, 0.475, 0.62], [s * 0.14, 0.48, 0.58], [s * 0.27, 0.54, 0.5]], [[s * 0.01, 0.505, 0.62], [s * 0.15, 0.508, 0.58], [s * 0.29, 0.585, 0.48]]], c, { n: 60, body: 0.035, width: 0.013, shineAt: [], jitter: 0.02, detail: o.detail });
}

/** Binds a layer, projection and look into the small kit the styles draw with. */
export function hairKit(ctx, at, h, move) {
  const c = hairColours(h.colour, h.tip, h.shine);
  const common = { wave: h.wave ?? 0.02, turns: h.turns ?? 1.6, sway: move.sway ?? 0, detail: move.detail ?? 1, width: h.width ?? 0.028, phase: move.phase ?? 0 };
  return {
    sway: move.sway ?? 0,
    sheet: (guides, o) => sheet(ctx, at, guides, c, { ...common, ...o }),
    curls: (region, o) => curls(ctx, at, region, c, { detail: common.detail, size: h.size, sway: (move.sway ?? 0) * 0.25, ...o }),
    plait: (path, o) => plait(ctx, at, path, c, { sway: move.sway ?? 0, ...o }),
  };
}
