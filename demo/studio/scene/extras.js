// What people wear on the head and hold before them.

import { blend, fillShape, lerp, mix, puff, rgba, strokeLine, TAU } from './draw.js';

const shine = (ctx, pts, w, a = 0.7) => strokeLine(ctx, pts, rgba('#ffffff', a), w);

function lens(at, s, rx, ry, cy = 0.03) {
  const pts = [];
  for (let i = 0; i < 14; i++) {
    const a = (i / 14) * TAU;
    pts.push(at.face(s * (0.315 + Math.cos(a) * rx), cy + Math.sin(a) * ry, 0.06));
  }
  return pts;
}

function glasses(ctx, at, o) {
  const { rx = 0.235, ry = 0.215 } = o;
  for (const s of [-1, 1]) {
    const pts = lens(at, s, rx, ry);
    if (o.tint) {
      const [x, y] = at.face(s * 0.31, 0.03);
      const g = ctx.createLinearGradient(x - 0.2, y - 0.22, x + 0.1, y + 0.24);
      g.addColorStop(0, rgba(o.tint, 0.96));
      g.addColorStop(1, rgba(o.tint2 ?? o.tint, o.fade ?? 0.8));
      fillShape(ctx, pts, g);
    } else fillShape(ctx, pts, rgba('#cfe4ff', 0.08));
    strokeLine(ctx, [...pts, pts[0]], o.frame ?? '#d9b26a', o.thick ?? 0.02);
    const glint = (dx, w) => shine(ctx, [at.face(s * 0.31 - 0.12 + dx, 0.14, 0.07), at.face(s * 0.31 + 0.02 + dx, -0.1, 0.07)], w, o.tint ? 0.4 : 0.3);
    glint(0, 0.035);
    glint(0.08, 0.014);
    strokeLine(ctx, [at.face(s * (0.315 + rx), -0.02, 0.06), at(s * 0.69, -0.05, 0.1)], o.frame ?? '#d9b26a', (o.thick ?? 0.02) * 1.2);
  }
  strokeLine(ctx, [at.face(-0.1, -0.03, 0.12), at.face(0, -0.07, 0.16), at.face(0.1, -0.03, 0.12)], o.frame ?? '#d9b26a', o.thick ?? 0.02);
}

function headphones(ctx, at, o) {
  const c = o.colour ?? '#1d1a22';
  const arc = [];
  for (let i = 0; i <= 12; i++) {
    const a = Math.PI + (i / 12) * Math.PI;
    arc.push(at(Math.cos(a) * 0.86, -0.12 + Math.sin(a) * (o.high ?? 1.14), 0));
  }
  strokeLine(ctx, arc, mix(c, '#000000', 0.4), 0.15);
  strokeLine(ctx, arc, c, 0.11);
  strokeLine(ctx, arc.map(([x, y]) => [x - 0.01, y - 0.025]), mix(c, '#ffffff', 0.45), 0.02);
  for (const s of [-1, 1]) {
    const [x, y] = at(s * 0.85, 0.1, 0);
    const cup = (rx, ry, col) => {
      ctx.fillStyle = col;
      ctx.beginPath();
      ctx.ellipse(x + s * (0.17 - rx) * 0.6, y, rx, ry, s * -0.06, 0, TAU);
      ctx.fill();
    };
    cup(0.19, 0.32, mix(c, '#000000', 0.55));
    cup(0.15, 0.28, c);
    if (o.glow) {
      ctx.strokeStyle = o.glow;
      ctx.lineWidth = 0.028;
      ctx.beginPath();
      ctx.ellipse(x + s * 0.03, y, 0.1, 0.2, 0, 0, TAU);
      ctx.stroke();
      blend(ctx, 'screen', () => puff(ctx, x, y, 0.4, 0.5, o.glow, 0.5));
    }
    shine(ctx, [[x - 0.05, y - 0.2], [x - 0.09, y], [x - 0.06, y + 0.16]], 0.022, 0.5);
  }
  if (o.mic) {
    strokeLine(ctx, [at(-0.84, 0.3, 0), at(-0.7, 0.66, 0.2), at.face(-0.34, 0.74, 0.12)], '#17141b', 0.035);
    puff(ctx, ...at.face(-0.32, 0.735, 0.12), 0.085, 0.06, '#0c0a0f', 1, -0.2, 0.7);
  }
}

function mask(ctx, at, o) {
  const pts = [[0, 0.1], [0.12, 0.22], [0.36, 0.27], [0.58, 0.16], [0.72, -0.24], [0.5, -0.26], [0.24, -0.25], [0, -0.14]];
  const all = [...pts.map(([x, y]) => at.face(x, y, 0.08)), ...pts.slice(1, -1).reverse().map(([x, y]) => at.face(-x, y, 0.08))];
  const holes = [-1, 1].map((s) => [[-1.12, 0.05], [-0.3, -0.13], [0.5, -0.115], [1.15, -0.01], [0.5, 0.1], [-0.4, 0.11]].map(([u, v]) => at.face(s * (0.3 + u * 0.18), v, 0.0)));
  const c = o.colour ?? '#14101a';
  const g = ctx.createLinearGradient(-0.6, -0.3, 0.5, 0.3);
  g.addColorStop(0, mix(c, '#ffffff', 0.3));
  g.addColorStop(0.5, c);
  g.addColorStop(1, mix(c, '#000000', 0.5));
  ctx.save();
  ctx.beginPath();
  for (const ring of [all, ...holes]) {
    ring.forEach((p, i) => (i ? ctx.lineTo(...p) : ctx.moveTo(...p)));
    ctx.closePath();
  }
  ctx.clip('evenodd');
  fillShape(ctx, all, g);
  for (let i = 0; i < 90; i++) {
    const x = Math.sin(i * 7.13) * 0.66;
    const y = Math.sin(i * 3.77) * 0.24;
    ctx.strokeStyle = rgba(o.trim ?? '#f5d08a', 0.3);
    ctx.lineWidth = 0.009;
    ctx.beginPath();
    ctx.arc(...at.face(x, y, 0.08), 0.03 + 0.02 * Math.sin(i), i, i + 4);
    ctx.stroke();
  }
  ctx.restore();
  strokeLine(ctx, [...all, all[0]], o.trim ?? '#f5d08a', 0.018);
  for (const h of holes) strokeLine(ctx, [...h, h[0]], o.trim ?? '#f5d08a', 0.013);
}

function earrings(ctx, at, o) {
  for (const s of [-1, 1]) {
    const [x, y] = at(s * 0.73, 0.36, -0.06);
    const sw = o.sway ?? 0;
    if (o.kind === 'stud') {
      puff(ctx, x, y - 0.02, 0.035, 0.035, '#ffffff', 1, 0, 0.4);
      continue;
    }
    const r = o.r ?? 0.17;
    ctx.lineWidth = 0.026;
    ctx.strokeStyle = o.colour ?? '#f0c46a';
    ctx.beginPath();
    ctx.ellipse(x + Math.sin(sw) * r, y + Math.cos(sw) * r, r * 0.72, r, -sw, 0, TAU);
    ctx.stroke();
    ctx.strokeStyle = 'rgba(255,250,230,.9)';
    ctx.lineWidth = 0.01;
    ctx.beginPath();
    ctx.ellipse(x + Math.sin(sw) * r, y + Math.cos(sw) * r, r * 0.72, r, -sw, 2.4, 4);
    ctx.stroke();
  }
}

function catEars(ctx, at, o) {
  for (const s of [-1, 1]) {
    const outer = [[0.2, -1.0], [0.36, -1.32], [0.68, -1.6], [0.72, -1.2], [0.66, -0.74]].map(([x, y]) => at(s * x, y, 0.05));
    const inner = [[0.34, -1.04], [0.45, -1.28], [0.63, -1.45], [0.64, -1.15], [0.58, -0.86]].map(([x, y]) => at(s * x, y, 0.08));
    ctx.fillStyle = o.colour;
    fillShape(ctx, outer, o.colour);
    fillShape(ctx, inner, o.inside ?? '#ff9db8');
    blend(ctx, 'source-atop', () => puff(ctx, ...at(s * 0.5, -0.86, 0.08), 0.3, 0.3, o.colour, 1));
  }
}

function beret(ctx, at, o) {
  const c = o.colour;
  const pts = [[-0.72, -0.62], [-0.95, -0.92], [-0.6, -1.32], [0.1, -1.42], [0.8, -1.28], [1.08, -0.9], [0.8, -0.62], [0.3, -0.74], [-0.3, -0.76]].map(([x, y]) => at(x + 0.08, y, 0.1));
  fillShape(ctx, pts, c);
  blend(ctx, 'source-atop', () => {
    puff(ctx, ...at(-0.25, -1.15, 0.1), 0.55, 0.24, mix(c, '#ffffff', 0.4), 0.6, -0.2);
    puff(ctx, ...at(0.6, -0.8, 0.1), 0.6, 0.26, mix(c, '#000000', 0.6), 0.7, 0.2);
  });
  strokeLine(ctx, [[-0.66, -0.62], [-0.3, -0.72], [0.3, -0.7], [0.8, -0.58]].map(([x, y]) => at(x + 0.05, y, 0.25)), mix(c, '#000000', 0.4), 0.09);
}

function flower(ctx, at, o) {
  const [x, y] = at(o.x ?? 0.64, o.y ?? -0.5, 0.1);
  for (const [r, c] of [[0.24, mix(o.colour, '#000000', 0.25)], [0.19, o.colour], [0.12, mix(o.colour, '#ffffff', 0.35)]]) {
    for (let i = 0; i < 6; i++) {
      const a = (i / 6) * TAU + r * 9;
      puff(ctx, x + Math.cos(a) * r * 0.6, y + Math.sin(a) * r * 0.6, r * 0.62, r * 0.62, c, 1, 0, 0.86);
    }
  }
  puff(ctx, x, y, 0.06, 0.06, '#f7d36b', 1, 0, 0.5);
}

function crown(ctx, at, o) {
  const pts = [];
  for (let i = 0; i <= 10; i++) {
    const q = lerp(-1, 1, i / 10);
    pts.push(at(Math.sin(q * 1.4) * 0.62, -0.66 + 0.28 * q * q, 0.35 * Math.cos(q)));
  }
  strokeLine(ctx, pts, o.colour ?? '#f5cf7a', 0.03);
  const [x, y] = at.face(0, -0.62, 0.05);
  fillShape(ctx, [[x, y - 0.16], [x + 0.07, y - 0.02], [x, y + 0.12], [x - 0.07, y - 0.02]], o.gem ?? '#46e0d0');
  shine(ctx, [[x - 0.02, y - 0.06], [x - 0.025, y + 0.02]], 0.02, 0.9);
}

export const wear = { glasses, headphones, mask, earrings, catEars, beret, flower, crown };

/** Things on the neck; drawn on the body. */
export const jewels = {
  choker(ctx, m, o) {
    strokeLine(ctx, [[-m.N, 1.16], [-m.N * 0.5, 1.25], [0, 1.28], [m.N * 0.5, 1.25], [m.N, 1.16]], o.colour ?? '#120c12', o.wide ?? 0.07);
    if (o.gem) puff(ctx, 0, 1.33, 0.05, 0.06, o.gem, 1, 0, 0.5);
  },
  chain(ctx, m, o) {
    const low = o.low ?? 2.0;
    const pts = [[-m.N * 1.25, 1.42], [-m.N * 0.75, lerp(1.5, low, 0.6)], [0, low], [m.N * 0.75, lerp(1.5, low, 0.6)], [m.N * 1.25, 1.42]];
    strokeLine(ctx, pts, o.colour ?? '#e9bf6a', o.wide ?? 0.018);
    if (o.gem) {
      puff(ctx, 0, low + 0.05, 0.055, 0.06, o.gem, 1, 0, 0.6);
      puff(ctx, -0.015, low + 0.03, 0.02, 0.02, '#ffffff', 0.9);
    }
  },
};

/** A studio microphone on its arm, before the figure. Coordinates in figure units. */
export function microphone(ctx, x, y, k, o = {}) {
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(o.turn ?? -0.25);
  ctx.scale(k, k);
  const metal = (a, b, w) => {
    const g = ctx.createLinearGradient(-w, 0, w, 0);
    g.addColorStop(0, a);
    g.addColorStop(0.3, b);
    g.addColorStop(0.55, a);
    g.addColorStop(1, '#08070a');
    return g;
  };
  ctx.fillStyle = metal('#1b181f', '#5b5563', 0.3);
  ctx.beginPath();
  ctx.roundRect(-0.28, 0.2, 0.56, 1.1, 0.12);
  ctx.fill();
  ctx.fillStyle = metal('#3a3640', '#c9c3cf', 0.32);
  ctx.beginPath();
  ctx.roundRect(-0.32, -0.62, 0.64, 0.9, 0.3);
  ctx.fill();
  for (let i = 0; i < 13; i++) {
    strokeLine(ctx, [[-0.31, -0.5 + i * 0.06], [0.31, -0.44 + i * 0.06]], 'rgba(10,8,12,.5)', 0.014);
    strokeLine(ctx, [[-0.27 + i * 0.045, -0.58], [-0.27 + i * 0.045, 0.24]], 'rgba(10,8,12,.35)', 0.012);
  }
  strokeLine(ctx, [[-0.34, 0.24], [0.34, 0.24]], o.ring ?? '#d6a24a', 0.06);
  strokeLine(ctx, [[0, 1.3], [0.3, 2.6]], '#121016', 0.16);
  ctx.restore();
}
