// Hair is sheets of strands: guide curves in head space, strands between them, darker
// below and lighter above, with bands of shine. Waves and sway bend the strands.

import { chance, clamp, lerp, mix, rgba, samples, strokeLine, TAU, trace } from './draw.js';

/** Colours of one head of hair; `tip` lets the ends run into a second colour. */
export function hairColours(base, tip, shine) {
  return {
    base, tip: tip ?? base,
    dark: mix(base, '#0a0408', 0.6),
    light: mix(base, shine ?? '#ffe9d0', 0.3),
    shine: shine ?? mix(base, '#fff3e2', 0.72),
  };
}

/**
 * Draws one sheet. guides: curves of equally many [x, y, z] points, side by side.
 * o: n strands, width, wave, turns, jitter, sway (at the tips), shineAt [positions], curlTip.
 */
export function sheet(ctx, at, guides, c, o) {
  const luck = chance(o.seed ?? 7);
  const n = Math.round((o.n ?? 130) * (o.detail ?? 1));
  const steps = o.steps ?? 14;
  const under = Math.max(6, Math.round(n / 5));
  for (let i = 0; i < under; i++) {
    const pts = strand(at, guides, i / (under - 1), 0, luck, o, steps);
    ribbon(ctx, pts, 0, 1, (o.body ?? 0.11), (k) => mix(mix(c.dark, c.base, 0.35), mix(c.dark, c.tip, 0.35), k), o.taper ?? 0.8);
  }
  for (let i = 0; i < n; i++) {
    const level = i / n;
    const pts = strand(at, guides, luck(), 1, luck, o, steps);
    const tint = level < 0.5 ? lerp(0, 0.45, luck()) : lerp(0.3, 1, luck());
    const from = mix(c.dark, c.base, tint);
    const to = mix(mix(c.dark, c.tip, 0.3), c.tip, tint);
    const bright = level > 0.75 ? luck() ** 2 * 0.6 : 0;
    ribbon(ctx, pts, 0, 1, (o.width ?? 0.03) * luck.in(0.4, 1.2), (k) => mix(mix(from, to, k), c.light, bright), o.taper ?? 0.92);
  }
  for (const where of o.shineAt ?? [0.3]) {
    for (let i = 0; i < n * 0.34; i++) {
      const pts = strand(at, guides, luck(), 1, luck, o, steps);
      const mid = where + luck.bell(0.09);
      const len = luck.in(0.05, 0.16);
      ribbon(ctx, pts, clamp(mid - len), clamp(mid + len), (o.width ?? 0.03) * 0.45, () => c.shine, 0, luck.in(0.14, 0.5) * (o.gloss ?? 1), true);
    }
  }
}

function strand(at, guides, u, loose, luck, o, steps) {
  const g = u * (guides.length - 1);
  const i = Math.min(Math.floor(g), guides.length - 2);
  const t = g - i;
  const phase = (o.phase ?? 0) + u * (o.spread ?? 2.4) + loose * luck.bell(0.7);
  const jitter = (o.jitter ?? 0.05) * loose;
  const [jx, jy] = [luck.bell(jitter), luck.bell(jitter)];
  const reach = loose ? 1 - Math.abs(luck.bell(o.ragged ?? 0.15)) : 1;
  const pts = guides[i].map((p, k) => {
    const q = guides[i + 1][k];
    return at(lerp(p[0], q[0], t), lerp(p[1], q[1], t), lerp(p[2] ?? 0, q[2] ?? 0, t));
  });
  const line = samples(pts, steps);
  return line.map(([x, y], k) => {
    const d = (k / steps) * reach;
    const [px, py] = pointAt(line, d * steps);
    const w = (o.wave ?? 0) * Math.min(1, d * 1.8) * Math.sin(phase + d * TAU * (o.turns ?? 1.6));
    const s = (o.sway ?? 0) * d * d;
    return [px + w + s + jx * d * 1.6, py + jy * 0.6 + w * 0.2];
  });
}

function pointAt(line, f) {
  const i = Math.min(Math.floor(f), line.length - 2);
  return [lerp(line[i][0], line[i + 1][0], f - i), lerp(line[i][1], line[i + 1][1], f - i)];
}

/** A strand as a tapering leaf, coloured along its length. */
function ribbon(ctx, pts, from, to, width, colour, taper, alpha = 1, soft = false) {
  const last = pts.length - 1;
  const a = Math.floor(from * last);
  const b = Math.max(a + 2, Math.ceil(to * last));
  const part = pts.slice(a, Math.min(last, b) + 1);
  if (part.length < 3) return;
  const left = [];
  const right = [];
  part.forEach(([x, y], i) => {
    const [p, q] = [part[Math.max(0, i - 1)], part[Math.min(part.length - 1, i + 1)]];
    const len = Math.hypot(q[0] - p[0], q[1] - p[1]) || 1;
    const k = i / (part.length - 1);
    const w = soft ? width * Math.sin(Math.PI * k) : width * (k < 0.16 ? 0.25 + k * 4.7 : 1 - taper * ((k - 0.12) / 0.88) ** 2);
    const [nx, ny] = [(-(q[1] - p[1]) / len) * w * 0.5, ((q[0] - p[0]) / len) * w * 0.5];
    left.push([x + nx, y + ny]);
    right.push([x - nx, y - ny]);
  });
  const [s, e] = [part[0], part[part.length - 1]];
  ctx.globalAlpha = alpha;
  const [c0, c1] = [colour(from), colour(to)];
  if (c0 === c1) ctx.fillStyle = c0;
  else {
    const g = ctx.createLinearGradient(s[0], s[1], e[0], e[1] + 0.001);
    g.addColorStop(0, c0);
    g.addColorStop(1, c1);
    ctx.fillStyle = g;
  }
  ctx.beginPath();
  trace(ctx, left);
  trace(ctx, right.reverse(), false, 'line');
  ctx.closePath();
  ctx.fill();
  ctx.globalAlpha = 1;
}

/** Curls: many small hooks in a cloud; the outline stays round and airy. */
export function curls(ctx, at, region, c, o) {
  const luck = chance(o.seed ?? 3);
  const n = Math.round((o.n ?? 620) * (o.detail ?? 1));
  for (let i = 0; i < n; i++) {
    const level = i / n;
    const spot = region(luck, level);
    if (!spot) continue;
    const [x, y, tone = 0.5, z = 0] = spot;
    const r = (o.size ?? 0.075) * luck.in(0.6, 1.3) * (level < 0.3 ? 1.5 : 1);
    const a = luck() * TAU;
    const arc = [];
    for (let k = 0; k <= 6; k++) {
      const th = a + k * 0.85;
      const rr = r * (1 - k * 0.09);
      arc.push(at(x + Math.cos(th) * rr + (o.sway ?? 0) * (1 - y), y + Math.sin(th) * rr, z));
    }
    const t = clamp(tone + luck.bell(0.3) + (level - 0.5) * 0.5);
    const col = level < 0.3 ? mix(c.dark, c.base, t * 0.4) : t > 0.78 ? mix(c.base, c.light, (t - 0.78) * 3) : mix(c.dark, c.base, t * 1.15);
    strokeLine(ctx, arc, rgba(col, level < 0.3 ? 1 : 0.9), (level < 0.3 ? 0.085 : 0.024) * (o.thick ?? 1));
  }
}

/** A plait: overlapping lobes along a curve, each with strands of light. */
export function plait(ctx, at, path, c, o) {
  const line = samples(path.map((p) => at(...p)), o.links ?? 16);
  const total = line.length - 1;
  line.forEach(([x, y], i) => {
    if (i === total) return;
    const [nx, ny] = line[i + 1];
    const a = Math.atan2(ny - y, nx - x);
    const w = (o.thick ?? 0.1) * (1 - 0.45 * (i / total));
    const len = Math.hypot(nx - x, ny - y);
    const sway = (o.sway ?? 0) * (i / total) ** 2;
    for (const s of i % 2 ? [1, -1] : [-1, 1]) {
      ctx.save();
      ctx.translate(x + sway, y);
      ctx.rotate(a + s * 0.5);
      const g = ctx.createLinearGradient(0, -w, 0, w);
      const base = mix(c.base, c.tip, i / total);
      g.addColorStop(0, mix(base, '#0a0408', 0.55));
      g.addColorStop(0.45, mix(base, c.light, 0.5));
      g.addColorStop(1, mix(base, '#0a0408', 0.6));
      ctx.fillStyle = g;
      ctx.beginPath();
      ctx.ellipse(0, s * w * 0.42, len * 1.0, w * 0.62, 0, 0, TAU);
      ctx.fill();
      ctx.strokeStyle = rgba(c.shine, 0.28);
      ctx.lineWidth = 0.007;
      for (const q of [-0.2, 0.05]) {
        ctx.beginPath();
        ctx.ellipse(0, s * w * 0.42 + q * w, len * 0.7, w * 0.2, 0, 3.5, 5.9);
        ctx.stroke();
      }
      ctx.restore();
    }
  });
}
