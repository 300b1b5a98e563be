// The head: outline, ears, eyes, brows, nose, lips, and the light on them.
// Head space: eye line y = 0, chin y = 1, crown y = -1.05, cheekbones x = ±0.66.

import { blend, fillShape, lerp, mix, puff, rgba, strokeLine, trace } from './draw.js';

const depth = (x, y) => 0.6 * Math.sqrt(Math.max(0.04, 1 - (x / 0.78) ** 2 - 0.22 * y * y));

/** Turns head space into the plane: yaw turns to the side, pitch nods. */
export function projector(yaw, pitch) {
  const [sy, cy, sp, cp] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)];
  const at = (x, y, z = 0) => {
    const deep = -x * sy + z * cy;
    return [x * cy + z * sy, y * cp - deep * sp];
  };
  at.face = (x, y, lift = 0) => at(x, y, depth(x, y) + lift);
  return at;
}

export function tones(skin, shade = '#5a1c3a') {
  return {
    base: skin,
    dark: mix(skin, shade, 0.4),
    deep: mix(skin, mix(shade, '#12040c', 0.6), 0.72),
    light: mix(skin, '#fff1de', 0.42),
    blush: mix(skin, '#e8405a', 0.5),
  };
}

export function outline(at, f) {
  const { jaw = 1, chin = 1, cheek = 1, long = 1 } = f;
  const half = [[0, -0.98, 0.2], [0.36, -0.9, 0.1], [0.58, -0.62, 0.02], [0.65, -0.28, 0],
    [0.648 * cheek, 0.02, 0.04], [0.635 * cheek, 0.24, 0.1], [0.575 * jaw, 0.5, 0.12],
    [0.455 * jaw, 0.735 * long, 0.2], [0.25 * chin * jaw, 0.935 * long, 0.36], [0.1 * chin, 1.012 * long, 0.44]];
  const right = half.map(([x, y, z]) => at(x, y, z));
  const left = half.slice(1).reverse().map(([x, y, z]) => at(-x, y, z));
  return [...right, ...left];
}

export function drawHead(ctx, at, f, t) {
  for (const side of [-1, 1]) ear(ctx, at, side, f, t);
  const shape = outline(at, f);
  fillShape(ctx, shape, t.base);
  blend(ctx, 'source-atop', () => {
    modelling(ctx, at, f, t);
    nose(ctx, at, f, t);
    mouth(ctx, at, f, t);
    if (f.freckles) freckles(ctx, at, f, t);
    if (f.stubble) stubble(ctx, at, f, t);
  });
  for (const side of [-1, 1]) {
    eye(ctx, at, side, f, t);
    brow(ctx, at, side, f, t);
  }
}

function ear(ctx, at, side, f, t) {
  const tip = f.elf ? [[0.7, -0.12], [1.02, -0.5], [0.86, -0.02]] : [[0.7, -0.1], [0.79, -0.13], [0.82, 0.02]];
  const pts = [[0.62, 0], ...tip, [0.76, 0.24], [0.68, 0.36], [0.6, 0.3]].map(([x, y]) => at(side * x, y, -0.12));
  fillShape(ctx, pts, mix(t.base, t.dark, 0.25));
  const [x, y] = at(side * 0.71, 0.1, -0.12);
  blend(ctx, 'source-atop', () => {
    puff(ctx, x, y, 0.09, 0.2, t.dark, 0.7);
    puff(ctx, x, y + 0.02, 0.05, 0.1, t.deep, 0.35);
  });
}

/** Broad planes: forehead and cheek light, eye sockets, cheek hollows, chin. */
function modelling(ctx, at, f, t) {
  const dab = (x, y, rx, ry, colour, alpha, turn = 0) => puff(ctx, ...at.face(x, y), rx, ry, colour, alpha, turn);
  dab(0, -0.5, 0.5, 0.34, t.light, 0.4);
  dab(0, 0.86, 0.2, 0.13, t.light, 0.35);
  dab(0, 1.06, 0.5, 0.14, t.dark, 0.5);
  const far = f.shadowSide ?? 1;
  dab(far * 0.52, 0.2, 0.26, 0.75, t.dark, 0.6);
  dab(far * 0.6, 0.45, 0.24, 0.5, t.deep, 0.4, far * 0.4);
  dab(-far * 0.3, 0.22, 0.3, 0.2, t.light, 0.3);
  for (const s of [-1, 1]) {
    dab(s * 0.3, -0.09, 0.26, 0.15, t.dark, 0.5);
    dab(s * 0.13, -0.07, 0.09, 0.12, t.dark, 0.45);
    dab(s * 0.36, 0.22, 0.21, 0.13, t.light, 0.5, s * 0.35);
    dab(s * 0.4, 0.34, 0.26, 0.17, t.blush, f.blush ?? 0.4, s * -0.3);
    dab(s * 0.54, 0.5, 0.22, 0.34, t.dark, 0.42, s * 0.5);
    dab(s * 0.66, -0.35, 0.16, 0.45, t.dark, 0.35);
  }
}

function nose(ctx, at, f, t) {
  const n = (x, y, lift = 0.14) => at.face(x, y, lift);
  const wide = f.noseWide ?? 1;
  const shadowSide = f.shadowSide ?? 1;
  puff(ctx, ...n(shadowSide * 0.105, 0.1, 0.04), 0.085, 0.34, mix(t.dark, t.deep, 0.35), 0.75, shadowSide * -0.1);
  puff(ctx, ...n(shadowSide * 0.16, -0.09, 0.0), 0.1, 0.1, t.deep, 0.4);
  puff(ctx, ...n(-shadowSide * 0.12, 0.08, 0.04), 0.06, 0.26, t.dark, 0.3);
  puff(ctx, ...n(shadowSide * 0.13 * wide, 0.35, 0.08), 0.1, 0.1, mix(t.dark, t.deep, 0.3), 0.7);
  puff(ctx, ...n(-shadowSide * 0.01, 0.09), 0.036, 0.28, t.light, 0.75);
  puff(ctx, ...n(0, 0.455, 0.08), 0.17 * wide, 0.05, t.deep, 0.42);
  for (const s of [-1, 1]) {
    strokeLine(ctx, [n(s * 0.105 * wide, 0.3, 0.06), n(s * 0.142 * wide, 0.36, 0.06), n(s * 0.125 * wide, 0.405, 0.08)], rgba(t.deep, 0.17), 0.016);
    puff(ctx, ...n(s * 0.068 * wide, 0.418, 0.12), 0.045 * wide, 0.024, t.deep, 0.95, s * -0.25, 0.25);
  }
  puff(ctx, ...n(-shadowSide * 0.014, 0.335, 0.2), 0.06 * wide, 0.055, t.light, 0.85);
  puff(ctx, ...n(-shadowSide * 0.014, 0.33, 0.2), 0.024, 0.022, '#ffffff', 0.5);
}

function mouth(ctx, at, f, t) {
  const smile = f.smile ?? 0.3;
  const open = f.open ?? 0;
  const full = f.full ?? 1;
  const w = 0.212 + 0.05 * smile;
  const m = (x, y) => at.face(x, y + 0.6 + (f.mouthDrop ?? 0), 0.06);
  const up = -0.05 * smile;
  const lip = f.lips ?? mix(t.base, '#b03048', 0.55);
  const dusk = mix(lip, t.deep, 0.45);
  puff(ctx, ...m(0, 0.15), 0.16, 0.05, t.dark, 0.65);
  puff(ctx, ...m(0, -0.12), 0.04, 0.06, t.dark, 0.4);
  for (const s of [-1, 1]) puff(ctx, ...m(s * (w + 0.03), up + 0.01), 0.06, 0.06, t.dark, 0.5);
  const seam = [[-w, up], [-w * 0.5, 0.012 - open * 0.02], [0, 0.004 - open * 0.03], [w * 0.5, 0.012 - open * 0.02], [w, up]];
  const seamLow = [[w, up], [w * 0.5, 0.014 + open * 0.05], [0, 0.012 + open * 0.07], [-w * 0.5, 0.014 + open * 0.05], [-w, up]];
  const bow = [[w * 0.62, -0.035 * full], [w * 0.3, -0.072 * full], [0, -0.05 * full], [-w * 0.3, -0.072 * full], [-w * 0.62, -0.035 * full]];
  const bottom = [[-w * 0.68, 0.06 * full + open * 0.04], [-w * 0.3, 0.108 * full + open * 0.07], [w * 0.3, 0.108 * full + open * 0.07], [w * 0.68, 0.06 * full + open * 0.04]];
  if (open > 0.05) {
    fillShape(ctx, [...seam, ...seamLow.slice(1, -1)].map(([x, y]) => m(x, y)), '#3a0d16');
    fillShape(ctx, [[-w * 0.78, up * 0.5 + 0.004], [0, -0.03 * open], [w * 0.78, up * 0.5 + 0.004], [w * 0.5, 0.03 * open + 0.012], [0, 0.045 * open + 0.01], [-w * 0.5, 0.03 * open + 0.012]].map(([x, y]) => m(x, y)), mix('#fff6ef', t.base, 0.12));
  }
  paintLip(ctx, [...seam, ...bow].map(([x, y]) => m(x, y)), m(0, -0.08), m(0, 0.02), lip, dusk);
  paintLip(ctx, [...seamLow, ...bottom].map(([x, y]) => m(x, y)), m(0, 0.02 + open * 0.06), m(0, 0.12 + open * 0.06), mix(lip, '#ffffff', 0.1), mix(lip, t.deep, 0.25));
  strokeLine(ctx, seam.map(([x, y]) => m(x * 1.03, y)), rgba(t.deep, 0.85), 0.013);
  const shine = f.gloss ?? 0.55;
  puff(ctx, ...m(-0.045, 0.056 * full + open * 0.07), 0.075, 0.022, '#ffffff', shine);
  puff(ctx, ...m(0.07, 0.058 * full + open * 0.07), 0.03, 0.016, '#ffffff', shine * 0.6);
  puff(ctx, ...m(-0.05, -0.052 * full), 0.04, 0.012, '#ffffff', shine * 0.5);
}

function paintLip(ctx, pts, from, to, a, b) {
  const g = ctx.createLinearGradient(...from, ...to);
  g.addColorStop(0, a);
  g.addColorStop(1, b);
  fillShape(ctx, pts, g);
}

const lidUpper = [[-1, 0.034], [-0.72, -0.4], [-0.3, -0.88], [0.12, -1], [0.55, -0.74], [0.85, -0.3], [1, 0]];
const lidLower = [[-1, 0.034], [-0.72, 0.05], [-0.3, 0.068], [0.12, 0.074], [0.55, 0.058], [0.85, 0.026], [1, 0]];

function eye(ctx, at, side, f, t) {
  const open = (f.eyesOpen ?? 0.86) * (f.blink ?? 1);
  const ew = 0.17 * (f.eyeSize ?? 1);
  const high = 0.098 * (f.eyeSize ?? 1);
  const slant = f.slant ?? 0.035;
  const e = (u, v) => at.face(side * (0.3 + u * ew), v - slant * u, -0.02);
  const low = lidLower.map(([u, v]) => [u, v]);
  const top = lidUpper.map(([u, v], i) => [u, lerp(low[i][1], i === 0 ? v : v * high, open)]);
  const liner = f.liner ?? 1;
  const ink = f.ink ?? '#170b12';

  if (f.shadow) {
    blend(ctx, 'source-atop', () => {
      puff(ctx, ...e(0.15, -0.09), 0.24, 0.11, f.shadow, 0.75, side * -0.18);
      puff(ctx, ...e(0.95, -0.06), 0.15, 0.08, f.shadow, 0.6, side * -0.5);
    });
  }
  if (open > 0.12) eyeball(ctx, e, side, top, low, f, t);
  // lash line: thin at the inner corner, a wing at the outer one
  const lash = top.map(([u, v], i) => [u, v - (0.01 + 0.026 * (i / 6) * liner)]).reverse();
  fillShape(ctx, [...top.map(([u, v]) => e(u, v + 0.004)), e(1 + 0.26 * liner, -0.03 - 0.045 * liner), ...lash.map(([u, v]) => e(u, v))], ink);
  if (f.lashes ?? 1) {
    for (let i = 0; i < 8; i++) {
      const u = 0.0 + i * 0.15;
      const v = lerp(top[3][1], top[6][1], Math.max(0, (u - 0.12) / 0.88) ** 1.6);
      const len = (0.045 + 0.04 * (i / 7)) * (f.lashes ?? 1);
      const bend = open > 0.3 ? -1 : 0.8;
      strokeLine(ctx, [e(u, v), e(u + 0.16, v + bend * len * 0.7), e(u + 0.36 + i * 0.015, v + bend * len)], rgba(ink, 0.9), 0.0085);
    }
  }
  strokeLine(ctx, top.slice(1, 6).map(([u, v]) => e(u * 1.02, v - 0.05 - 0.012 * open)), rgba(t.deep, 0.42), 0.012);
  strokeLine(ctx, low.slice(2).map(([u, v]) => e(u, v + 0.004)), rgba(t.deep, 0.3 + 0.3 * liner), 0.009);
  blend(ctx, 'source-atop', () => puff(ctx, ...e(-0.1, 0.14), 0.18, 0.045, t.dark, 0.3));
}

function eyeball(ctx, e, side, top, low, f, t) {
  ctx.save();
  ctx.beginPath();
  trace(ctx, [...top, ...low.slice(1, -1).reverse()].map(([u, v]) => e(u, v)), true);
  ctx.clip();
  const [cx, cy] = e(side * (f.gaze ?? 0), -0.012 + (f.gazeDown ?? 0));
  const r = 0.1 * (f.eyeSize ?? 1);
  ctx.fillStyle = mix('#fbf3f0', t.base, 0.22);
  ctx.fillRect(cx - 1, cy - 1, 2, 2);
  puff(ctx, ...e(-1, 0.03), 0.07, 0.06, t.blush, 0.6);
  const iris = f.iris ?? '#5a3a22';
  const g = ctx.createRadialGradient(cx, cy + r * 0.3, r * 0.1, cx, cy, r);
  g.addColorStop(0, mix(iris, '#ffffff', 0.45));
  g.addColorStop(0.55, iris);
  g.addColorStop(0.86, mix(iris, '#06030a', 0.55));
  g.addColorStop(1, mix(iris, '#06030a', 0.85));
  ctx.fillStyle = g;
  ctx.beginPath();
  ctx.arc(cx, cy, r, 0, 7);
  ctx.fill();
  ctx.fillStyle = '#08050a';
  ctx.beginPath();
  ctx.arc(cx, cy, r * 0.44, 0, 7);
  ctx.fill();
  puff(ctx, ...e(0, top[3][1] - 0.005), 0.2, 0.07, '#12060e', 0.75);
  const ring = f.ringLight;
  if (ring) {
    ctx.strokeStyle = 'rgba(255,250,245,.9)';
    ctx.lineWidth = r * 0.13;
    ctx.beginPath();
    ctx.arc(cx, cy - r * 0.1, r * 0.46, 0, 7);
    ctx.stroke();
  } else {
    puff(ctx, cx - r * 0.34, cy - r * 0.36, r * 0.36, r * 0.32, '#ffffff', 1, 0, 0.45);
    puff(ctx, cx + r * 0.4, cy + r * 0.4, r * 0.22, r * 0.18, f.catchLight ?? '#ffffff', 0.75, 0, 0.2);
  }
  ctx.restore();
}

function brow(ctx, at, side, f, t) {
  const thick = f.browThick ?? 1;
  const lift = f.browLift ?? 0;
  const arch = f.arch ?? 1;
  const colour = f.brow ?? '#2a1712';
  const b = (u, v) => at.face(side * (0.3 + u * 0.18), v - lift + (0.022 * u - 0.018) * Math.min(1, arch) ** 2, 0.02);
  const top = [[-1.0, -0.243], [-0.4, -0.268 - 0.008 * arch], [0.4, -0.277 - 0.03 * arch], [1.32, -0.2]];
  const low = [[1.32, -0.198], [0.45, -0.277 - 0.03 * arch + 0.042 * thick], [-0.35, -0.268 + 0.052 * thick], [-0.98, -0.243 + 0.048 * thick]];
  blend(ctx, 'source-over', () => fillShape(ctx, [...top, ...low].map(([u, v]) => b(u, v)), rgba(colour, 0.62)));
  for (let i = 0; i < 26; i++) {
    const k = i / 25;
    const u = lerp(-1.0, 1.2, k);
    const mid = lerp(-0.218, -0.258 - 0.02 * arch, Math.min(1, k * 1.7)) + Math.max(0, k - 0.6) * 0.13;
    const h = 0.03 * thick * (1 - k * 0.75);
    strokeLine(ctx, [b(u, mid + h), b(u + 0.06 + 0.16 * k, mid - h * (1 - k))], rgba(colour, 0.55), 0.0095);
  }
}

function freckles(ctx, at, f, t) {
  for (let i = 0; i < 46; i++) {
    const x = Math.sin(i * 12.9898) * 0.43;
    const y = 0.2 + Math.sin(i * 78.233) * 0.12 - Math.abs(x) * 0.05;
    puff(ctx, ...at.face(x, y), 0.014, 0.012, mix(t.dark, '#8a3a18', 0.5), 0.6, 0, 0.3);
  }
}

/** Shadow of a shaved beard; real beards are strands, in hair.js. */
function stubble(ctx, at, f, t) {
  const c = mix(f.brow ?? '#2a1712', t.dark, 0.35);
  for (const s of [-1, 1]) {
    puff(ctx, ...at.face(s * 0.42, 0.72), 0.26, 0.3, c, 0.5 * f.stubble, s * 0.6);
    puff(ctx, ...at.face(s * 0.14, 0.505), 0.17, 0.05, c, 0.5 * f.stubble);
  }
  puff(ctx, ...at.face(0, 0.88), 0.36, 0.17, c, 0.6 * f.stubble);
}
