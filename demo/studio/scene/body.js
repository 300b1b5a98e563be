// Neck, shoulders and clothes. Same units as the head, origin at the eye line.

import { blend, chance, fillShape, lerp, mix, puff, rgba, strokeLine, TAU } from './draw.js';

export function measures(b) {
  const man = b.build === 'm';
  return { N: b.neck ?? (man ? 0.46 : 0.335), W: b.shoulders ?? (man ? 1.92 : 1.52), drop: b.drop ?? (man ? 0 : 0.06), near: 1 + (b.turn ?? 0), far: 1 - (b.turn ?? 0), man };
}

function halfOutline(m, s, grow = 0) {
  const k = s > 0 ? m.near : m.far;
  const W = m.W * k + grow;
  return [[m.N + grow * 0.6, 0.6], [m.N * 0.97 + grow * 0.6, 1.1], [m.N * 1.1 + grow * 0.8, 1.36], [m.N * 1.62 + grow, 1.53 - grow * 0.6], [W * 0.6, 1.68 + m.drop - grow], [W * 0.85, 1.83 + m.drop - grow * 0.8], [W * 0.985, 2.12 + m.drop], [W * 1.02, 2.6], [W * 1.03, 3.3], [W * 1.02, 4.6]].map(([x, y]) => [s * x, y]);
}

export function bodyOutline(m, grow = 0) {
  return [...halfOutline(m, 1, grow), ...halfOutline(m, -1, grow).reverse()];
}

export function drawBody(ctx, b, t) {
  const m = measures(b);
  fillShape(ctx, bodyOutline(m), t.base);
  blend(ctx, 'source-atop', () => {
    puff(ctx, 0, 2.05, 0.9, 0.5, t.light, 0.32);
    for (const s of [-1, 1]) {
      const W = m.W * (s > 0 ? m.near : m.far);
      puff(ctx, s * W * 0.84, 2.02 + m.drop, W * 0.22, 0.25, t.light, 0.6, s * 0.5);
      strokeSoft(ctx, [[s * 0.11, 1.62], [s * W * 0.3, 1.69], [s * W * 0.62, 1.7 + m.drop]], t.dark, 0.07, 0.5);
      strokeSoft(ctx, [[s * 0.13, 1.6], [s * W * 0.3, 1.655], [s * W * 0.58, 1.66 + m.drop]], t.light, 0.045, 0.35);
      strokeSoft(ctx, [[s * m.N * 0.86, 0.95], [s * m.N * 0.5, 1.35], [s * 0.085, 1.6]], t.dark, 0.08, 0.24);
      strokeSoft(ctx, [[s * W * 0.74, 2.3], [s * W * 0.71, 2.65], [s * W * 0.7, 4]], t.deep, 0.07, 0.5);
    }
    puff(ctx, 0, 1.6, 0.1, 0.1, t.dark, 0.65);
    if (!m.man) puff(ctx, 0, 2.95, 0.07, 0.5, t.dark, 0.45);
  });
}

export function strokeSoft(ctx, pts, colour, width, alpha) {
  for (const [k, a] of [[1.6, 0.25], [1, 0.3], [0.55, 0.45]]) strokeLine(ctx, pts, rgba(colour, alpha * a), width * k);
}

/** Cuts: the skin a garment leaves free. */
const cuts = {
  crew: (m) => [[0, 1.0], [m.N * 1.15, 1.1], [m.N * 1.3, 1.42], [m.N * 0.85, 1.68], [0, 1.8], [-m.N * 0.85, 1.68], [-m.N * 1.3, 1.42], [-m.N * 1.15, 1.1]],
  off: (m) => [[0, 0.9], [m.W * 1.4, 1.2], [m.W * 1.4, 1.94], [m.W * 0.8, 2.02], [m.W * 0.3, 2.09], [0, 2.06], [-m.W * 0.3, 2.09], [-m.W * 0.8, 2.02], [-m.W * 1.4, 1.94], [-m.W * 1.4, 1.2]],
};

const sharp = (ctx, pts) => {
  ctx.beginPath();
  pts.forEach((p, i) => (i ? ctx.lineTo(...p) : ctx.moveTo(...p)));
  ctx.closePath();
  ctx.fill();
};

function vee(m, deep, wide = 1.35) {
  return [[-m.N * wide, 1.1], [m.N * wide, 1.1], [m.N * wide, 1.5], [0.02, deep], [-0.02, deep], [-m.N * wide, 1.5]];
}

/** Torso covered by a sleeveless top, between the arm holes. */
function torso(m, g) {
  const top = g.top ?? 2.3;
  const dip = g.dip ?? 0.18;
  const side = (s) => {
    const W = m.W * (s > 0 ? m.near : m.far);
    return { W, pts: [[s * W * 0.42, top - 0.02], [s * W * 0.62, top + 0.02], [s * W * 0.735, top + 0.34], [s * W * 0.7, 3.2], [s * W * 0.66, 4.6]] };
  };
  const [r, l] = [side(1), side(-1)];
  return [[0, top + dip], [r.W * 0.2, top + dip * 0.55], ...r.pts, ...l.pts.reverse(), [-l.W * 0.2, top + dip * 0.55]];
}

export const garments = {
  /** Any top with straps: camisole, dress, sports top, corset. */
  straps(ctx, m, g) {
    fillShape(ctx, torso(m, g), g.colour);
    for (const s of [-1, 1]) {
      const W = m.W * (s > 0 ? m.near : m.far);
      const x = W * (g.strapX ?? 0.46);
      const neck = g.halter ? [s * m.N * 0.85, 1.25] : [s * (x + 0.02), 1.63 + m.drop];
      strokeLine(ctx, [[s * W * 0.46, (g.top ?? 2.3) + 0.1], [lerp(s * W * 0.46, neck[0], 0.5), lerp(g.top ?? 2.3, neck[1], 0.5)], neck], g.strapColour ?? g.colour, g.strap ?? 0.05);
    }
  },
  /** Any top with sleeves: tee, jumper, shirt; `cut` names the neckline. */
  sleeves(ctx, m, g) {
    fillShape(ctx, bodyOutline(m, g.loose ?? 0.06), g.colour);
    ctx.save();
    ctx.globalCompositeOperation = 'destination-out';
    ctx.fillStyle = '#000';
    if (g.cut === 'vee') sharp(ctx, vee(m, g.deep ?? 2.35, g.wide));
    else if (g.cut === 'open') sharp(ctx, [[-m.N * 1.25, 1.0], [m.N * 1.25, 1.0], [m.N * 1.5, 1.55], [0.42 * m.near + (g.gap ?? 0.1), 4.6], [-0.42 * m.far - (g.gap ?? 0.1), 4.6], [-m.N * 1.5, 1.55]]);
    else if (g.cut !== 'high') fillShape(ctx, cuts[g.cut ?? 'crew'](m), '#000');
    else sharp(ctx, [[-3, 0], [3, 0], [3, 1.06], [-3, 1.06]]);
    ctx.restore();
    ctx.clearRect(-4, -4, 8, 5.12);
    if (g.cut === 'high') collarTube(ctx, m, g);
    if (g.cut === 'crew' || !g.cut) band(ctx, cuts.crew(m).slice(2, 7), g);
  },
};

function band(ctx, pts, g) {
  strokeLine(ctx, pts, mix(g.colour, '#000000', 0.35), 0.1);
  strokeLine(ctx, pts.map(([x, y]) => [x, y - 0.01]), mix(g.colour, '#ffffff', 0.12), 0.06);
}

function collarTube(ctx, m, g) {
  const N = m.N * 1.14;
  fillShape(ctx, [[-N, 1.08], [0, 1.16], [N, 1.08], [N * 1.1, 1.5], [0, 1.68], [-N * 1.1, 1.5]], mix(g.colour, '#ffffff', 0.06));
  strokeSoft(ctx, [[-N * 1.08, 1.46], [0, 1.62], [N * 1.08, 1.46]], '#000000', 0.08, 0.6);
  for (let i = -7; i <= 7; i++) strokeLine(ctx, [[i * N / 7.5, 1.12 + 0.03 * Math.cos(i / 5)], [i * N / 7.1, 1.55]], rgba('#000000', 0.13), 0.02);
}

/** Folds, seams, patterns and shine on what was just cut. */
export function decorate(ctx, m, g) {
  const luck = chance(g.seed ?? 11);
  blend(ctx, 'source-atop', () => {
    const lit = mix(g.colour, '#ffffff', 0.28);
    const dusk = mix(g.colour, '#000000', 0.55);
    for (const s of [-1, 1]) {
      const W = m.W * (s > 0 ? m.near : m.far);
      puff(ctx, s * W * 0.72, 3.15, 0.13, 1.05, dusk, 0.5);
      for (let i = 0; i < 5; i++) {
        const y = luck.in(2.25, 3.1);
        strokeSoft(ctx, [[s * W * 0.72, y], [s * W * luck.in(0.45, 0.58), y + luck.in(-0.15, 0.2)], [s * W * luck.in(0.2, 0.4), y + luck.in(0, 0.4)]], luck() < 0.6 ? dusk : lit, 0.06, 0.34 * (g.folds ?? 1));
      }
      if (!m.man && !g.flat) {
        puff(ctx, s * 0.56, 2.85, 0.46, 0.42, lit, 0.4);
        puff(ctx, s * 0.56, 3.32, 0.5, 0.2, dusk, 0.7);
      }
    }
    if (!m.man && !g.flat) puff(ctx, 0, 3.05, 0.13, 0.5, dusk, 0.65);
    patterns[g.pattern]?.(ctx, g, luck, lit, dusk);
  });
}

const patterns = {
  sequin(ctx, g, luck, lit) {
    for (let i = 0; i < 1500; i++) {
      const [x, y] = [luck.pm(2.2), luck.in(1.5, 4.2)];
      puff(ctx, x, y, 0.035, 0.035, luck() < 0.5 ? lit : mix(g.colour, '#000000', 0.6), luck.in(0.2, 0.9), 0, 0.5);
    }
    for (let i = 0; i < 60; i++) puff(ctx, luck.pm(1.8), luck.in(2, 4), 0.05, 0.05, '#ffffff', luck.in(0.4, 1), 0, 0.2);
  },
  knit(ctx, g, luck, lit, dusk) {
    for (let x = -2.3; x < 2.3; x += 0.1) strokeLine(ctx, [[x, 1.2], [x * 1.02, 4.6]], rgba(dusk, 0.35), 0.03);
  },
  gloss(ctx, g, luck, lit) {
    for (let i = 0; i < 16; i++) {
      const [x, y] = [luck.pm(1.7), luck.in(1.7, 3.6)];
      strokeSoft(ctx, [[x, y], [x + luck.pm(0.2), y + 0.3], [x + luck.pm(0.25), y + 0.7]], '#ffffff', luck.in(0.08, 0.2), 0.13);
    }
  },
  floral(ctx, g, luck) {
    for (let i = 0; i < 120; i++) {
      const [x, y, r] = [luck.pm(2.2), luck.in(1.5, 4.4), luck.in(0.05, 0.11)];
      const c = luck.pick(g.petals ?? ['#ffd9c8', '#f7a35c', '#ffffff']);
      for (let p = 0; p < 5; p++) puff(ctx, x + Math.cos((p / 5) * TAU) * r, y + Math.sin((p / 5) * TAU) * r, r, r, c, 0.85, 0, 0.5);
      puff(ctx, x, y, r * 0.5, r * 0.5, '#7a3512', 0.9, 0, 0.4);
    }
  },
  lace(ctx, g, luck, lit) {
    for (let i = 0; i < 240; i++) {
      const [x, y] = [luck.pm(2), luck.in(1.9, 4)];
      ctx.strokeStyle = rgba(lit, 0.45);
      ctx.lineWidth = 0.012;
      ctx.beginPath();
      ctx.arc(x, y, luck.in(0.03, 0.09), 0, TAU);
      ctx.stroke();
    }
  },
};

/** Collars, lapels, hoods: laid over the garment. */
export const trims = {
  shirt(ctx, m, g) {
    const d = (g.deep ?? 2.35);
    for (const s of [-1, 1]) {
      ctx.fillStyle = mix(g.colour, '#ffffff', s > 0 ? 0.16 : 0.08);
      sharp(ctx, [[s * m.N * 0.98, 1.12], [s * m.N * 1.6, 1.5], [s * m.N * 1.25, 2.0], [s * m.N * 0.55, 1.78]]);
      strokeLine(ctx, [[s * m.N * 1.6, 1.5], [s * m.N * 1.25, 2.0], [s * m.N * 0.55, 1.78]], rgba('#000000', 0.25), 0.018);
    }
    strokeLine(ctx, [[0, d], [0.02, 4.6]], rgba('#000000', 0.3), 0.03);
  },
  lapels(ctx, m, g) {
    for (const s of [-1, 1]) {
      ctx.fillStyle = mix(g.lapel ?? g.colour, '#ffffff', s > 0 ? 0.12 : 0.04);
      sharp(ctx, [[s * m.N * 1.2, 1.2], [s * m.N * 1.95, 1.6], [s * 0.98, 2.2], [s * 0.8, 2.36], [s * 0.92, 2.46], [s * 0.46, 4.0], [s * m.N * 1.38, 1.6]]);
      strokeLine(ctx, [[s * m.N * 1.95, 1.6], [s * 0.98, 2.2]], rgba('#000000', 0.35), 0.02);
      strokeLine(ctx, [[s * 0.92, 2.46], [s * 0.46, 4.0]], rgba('#000000', 0.35), 0.025);
    }
  },
  hood(ctx, m, g) {
    for (const s of [-1, 1]) {
      fillShape(ctx, [[s * m.N * 0.7, 1.5], [s * m.N * 1.35, 1.05], [s * m.N * 2.1, 1.3], [s * m.N * 2.2, 1.75], [s * m.N * 1.1, 2.02], [s * 0.04, 2.14]], mix(g.colour, '#ffffff', 0.07));
      strokeSoft(ctx, [[s * m.N * 2.15, 1.75], [s * m.N * 1.1, 2.04], [0, 2.16]], '#000000', 0.07, 0.7);
      strokeSoft(ctx, [[s * m.N * 1.02, 1.3], [s * m.N * 0.9, 1.7], [s * 0.08, 2.08]], '#000000', 0.06, 0.6);
      strokeLine(ctx, [[s * 0.2, 2.05], [s * 0.24, 2.5], [s * 0.2, 2.95]], g.cord ?? '#f3ece6', 0.035);
    }
  },
  apron(ctx, m, g) {
    ctx.fillStyle = g.apron;
    sharp(ctx, [[-0.72, 2.25], [0.72, 2.25], [0.98, 3.3], [1.05, 4.6], [-1.05, 4.6], [-0.98, 3.3]]);
    for (const s of [-1, 1]) strokeLine(ctx, [[s * 0.66, 2.28], [s * m.N * 1.5, 1.5]], mix(g.apron, '#000000', 0.25), 0.11);
    strokeLine(ctx, [[-0.7, 2.31], [0.7, 2.31]], rgba('#ffffff', 0.35), 0.02);
  },
  armour(ctx, m, g) {
    for (const s of [-1, 1]) {
      const W = m.W * (s > 0 ? m.near : m.far);
      for (let i = 2; i >= 0; i--) {
        fillShape(ctx, [[s * W * 0.58, 1.62 + i * 0.2], [s * W * 0.85, 1.58 + i * 0.25], [s * W * (1.12 + i * 0.03), 1.95 + i * 0.28], [s * W * 1.0, 2.2 + i * 0.3], [s * W * 0.7, 2.0 + i * 0.22]], mix(g.metal, '#000000', 0.1 + i * 0.18));
        strokeLine(ctx, [[s * W * 0.6, 1.66 + i * 0.2], [s * W * 0.85, 1.62 + i * 0.25], [s * W * (1.1 + i * 0.03), 1.97 + i * 0.28]], rgba('#fff1c9', 0.8), 0.03);
      }
    }
  },
};
