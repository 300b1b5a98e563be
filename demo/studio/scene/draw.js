// Drawing primitives: colour, seeded chance, smooth curves, airbrush and edge light.
// Everything is deterministic, so a still and a frame of a loop never differ by luck.

export const TAU = Math.PI * 2;
export const lerp = (a, b, t) => a + (b - a) * t;
export const clamp = (x, lo = 0, hi = 1) => Math.min(hi, Math.max(lo, x));

const parts = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16));

/** Blends two #rrggbb colours; t = 0 is a, t = 1 is b. */
export function mix(a, b, t) {
  const [x, y] = [parts(a), parts(b)];
  return '#' + x.map((v, i) => Math.round(lerp(v, y[i], clamp(t))).toString(16).padStart(2, '0')).join('');
}

export function rgba(hex, alpha) {
  const [r, g, b] = parts(hex);
  return `rgba(${r},${g},${b},${clamp(alpha)})`;
}

/** Seeded generator (mulberry32) with a few shapes of chance. */
export function chance(seed) {
  let a = seed >>> 0;
  const next = () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  next.in = (lo, hi) => lo + (hi - lo) * next();
  next.pm = (x) => (next() * 2 - 1) * x;
  next.bell = (x) => (next() + next() + next() - 1.5) * x;
  next.pick = (list) => list[Math.floor(next() * list.length)];
  return next;
}

// Layers are reused frame after frame; `freshFrame` hands all of them back.
const shelf = new Map();
export function freshFrame() {
  for (const rack of shelf.values()) rack.used = 0;
}
export function layer(w, h) {
  const key = `${w}x${h}`;
  if (!shelf.has(key)) shelf.set(key, { list: [], used: 0 });
  const rack = shelf.get(key);
  if (rack.used === rack.list.length) rack.list.push(new OffscreenCanvas(w, h).getContext('2d'));
  const ctx = rack.list[rack.used++];
  ctx.reset();
  return ctx;
}

/** Traces a Catmull-Rom spline through the points. */
export function trace(ctx, pts, closed = false, go = 'move') {
  const n = pts.length;
  const at = (i) => (closed ? pts[(i + n) % n] : pts[clamp(i, 0, n - 1)]);
  if (go === 'move') ctx.moveTo(...pts[0]);
  else ctx.lineTo(...pts[0]);
  for (let i = 0; i < (closed ? n : n - 1); i++) {
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    ctx.bezierCurveTo(b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6,
      c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6, c[0], c[1]);
  }
  if (closed) ctx.closePath();
}

export function fillShape(ctx, pts, style) {
  ctx.beginPath();
  trace(ctx, pts, true);
  ctx.fillStyle = style;
  ctx.fill();
}

export function strokeLine(ctx, pts, style, width) {
  ctx.beginPath();
  trace(ctx, pts);
  ctx.strokeStyle = style;
  ctx.lineWidth = width;
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  ctx.stroke();
}

/** Samples a Catmull-Rom spline at n+1 even parameters. */
export function samples(pts, n) {
  const out = [];
  const last = pts.length - 1;
  for (let k = 0; k <= n; k++) {
    const u = (k / n) * last;
    const i = Math.min(Math.floor(u), last - 1);
    const t = u - i;
    const at = (j) => pts[clamp(j, 0, last)];
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    out.push([0, 1].map((m) => 0.5 * (2 * b[m] + (c[m] - a[m]) * t
      + (2 * a[m] - 5 * b[m] + 4 * c[m] - d[m]) * t * t
      + (3 * b[m] - a[m] - 3 * c[m] + d[m]) * t * t * t)));
  }
  return out;
}

/** One soft puff of an airbrush. */
export function puff(ctx, x, y, rx, ry, colour, alpha, turn = 0, core = 0) {
  ctx.save();
  ctx.translate(x, y);
  ctx.rotate(turn);
  ctx.scale(rx, ry);
  const g = ctx.createRadialGradient(0, 0, core, 0, 0, 1);
  g.addColorStop(0, rgba(colour, alpha));
  g.addColorStop(0.35, rgba(colour, alpha * 0.72));
  g.addColorStop(0.7, rgba(colour, alpha * 0.22));
  g.addColorStop(1, rgba(colour, 0));
  ctx.fillStyle = g;
  ctx.fillRect(-1, -1, 2, 2);
  ctx.restore();
}

/** Runs draw with a blend mode and alpha, then restores. */
export function blend(ctx, mode, draw, alpha = 1, filter = 'none') {
  ctx.save();
  ctx.globalCompositeOperation = mode;
  ctx.globalAlpha = alpha;
  ctx.filter = filter;
  draw();
  ctx.restore();
}

/** The layer's outline filled with one colour, at scale k. */
function stencil(source, colour, k) {
  const { width, height } = source.canvas;
  const m = layer(Math.round(width * k), Math.round(height * k));
  m.drawImage(source.canvas, 0, 0, m.canvas.width, m.canvas.height);
  m.globalCompositeOperation = 'source-in';
  m.fillStyle = colour;
  m.fillRect(0, 0, m.canvas.width, m.canvas.height);
  m.globalCompositeOperation = 'source-over';
  return m;
}

/**
 * Lights (or darkens) the edges of a layer that look toward (dx, dy): the outline minus
 * itself moved away from the light. It is what gives every shape volume and its rim.
 */
export function edge(target, { dx, dy, blur, colour, alpha, mode = 'screen', k = 0.5, source = target }) {
  const m = stencil(source, colour, k);
  const { width, height } = m.canvas;
  m.globalCompositeOperation = 'destination-out';
  m.filter = `blur(${Math.max(0.3, blur * k)}px)`;
  m.drawImage(source.canvas, -dx * k, -dy * k, width, height);
  m.filter = 'none';
  const full = layer(target.canvas.width, target.canvas.height);
  full.drawImage(m.canvas, 0, 0, full.canvas.width, full.canvas.height);
  full.globalCompositeOperation = 'destination-in';
  full.drawImage(source.canvas, 0, 0);
  target.save();
  target.setTransform(1, 0, 0, 1, 0, 0);
  target.globalCompositeOperation = mode;
  target.globalAlpha = alpha;
  target.drawImage(full.canvas, 0, 0);
  target.restore();
}

/** Throws the blurred shadow of one layer onto what is already painted on another. */
export function castShadow(target, source, { dx, dy, blur, colour, alpha, k = 0.5 }) {
  const m = stencil(source, colour, k);
  target.save();
  target.setTransform(1, 0, 0, 1, 0, 0);
  target.globalCompositeOperation = 'source-atop';
  target.globalAlpha = alpha;
  target.filter = `blur(${blur}px)`;
  target.drawImage(m.canvas, dx, dy, target.canvas.width, target.canvas.height);
  target.restore();
}
