// Art of the site: the posters behind "offline", "private" and "group", and the empty avatar.
// Flat steps instead of gradients and no grain: they must stay small as PNG.

import { fillShape, mix, rgba, strokeLine, TAU } from './draw.js';

/** A cone of light falling on a floor, drawn in flat steps. */
function limelight(ctx, w, h, colour, spots) {
  const g = ctx.createLinearGradient(0, 0, 0, h);
  g.addColorStop(0, '#161012');
  g.addColorStop(1, '#0b0809');
  ctx.fillStyle = g;
  ctx.fillRect(0, 0, w, h);
  for (const [x0, x1, spread] of spots) {
    for (let i = 9; i >= 1; i--) {
      const k = i / 9;
      ctx.fillStyle = rgba(colour, 0.026);
      ctx.beginPath();
      ctx.moveTo(w * x0 - 10 * k, -10);
      ctx.lineTo(w * x0 + 10 * k, -10);
      ctx.lineTo(w * (x1 + spread * k), h * 0.86);
      ctx.lineTo(w * (x1 - spread * k), h * 0.86);
      ctx.fill();
      ctx.fillStyle = rgba(colour, 0.035);
      ctx.beginPath();
      ctx.ellipse(w * x1, h * 0.86, w * spread * k, h * 0.09 * k, 0, 0, TAU);
      ctx.fill();
    }
  }
}

/** A bust without a face: three flat tones, a lit edge. */
function bust(ctx, x, y, s, tone, rim, hair) {
  const body = [[0.2, 0.55], [0.22, 0.95], [0.55, 1.12], [1.0, 1.35], [1.16, 1.9], [1.18, 3], [-1.18, 3], [-1.16, 1.9], [-1.0, 1.35], [-0.55, 1.12], [-0.22, 0.95], [-0.2, 0.55]].map(([a, b]) => [x + a * s, y + b * s]);
  const head = [[0, -0.72], [0.46, -0.5], [0.54, 0], [0.42, 0.46], [0.16, 0.74], [-0.16, 0.74], [-0.42, 0.46], [-0.54, 0], [-0.46, -0.5]].map(([a, b]) => [x + a * s, y + b * s]);
  const long = [[0, -0.9], [0.6, -0.66], [0.74, 0], [0.72, 0.8], [0.86, 1.5], [0.4, 1.3], [-0.4, 1.3], [-0.86, 1.5], [-0.72, 0.8], [-0.74, 0], [-0.6, -0.66]].map(([a, b]) => [x + a * s, y + b * s]);
  const short = [[0, -0.92], [0.5, -0.74], [0.6, -0.2], [0.5, -0.3], [0, -0.46], [-0.5, -0.3], [-0.6, -0.2], [-0.5, -0.74]].map(([a, b]) => [x + a * s, y + b * s]);
  const lit = (pts, c) => {
    fillShape(ctx, pts.map(([a, b]) => [a + s * 0.022, b - s * 0.012]), rim);
    fillShape(ctx, pts, c);
  };
  if (hair === 'long') lit(long, mix(tone, '#000000', 0.35));
  lit(body, tone);
  lit(head, mix(tone, '#ffffff', 0.05));
  fillShape(ctx, hair === 'long' ? [[0.05, -0.88], [0.55, -0.6], [0.62, 0.3], [0.4, -0.25], [-0.1, -0.52], [-0.42, -0.2], [-0.62, 0.3], [-0.6, -0.6]].map(([a, b]) => [x + a * s, y + b * s]) : short, mix(tone, '#000000', 0.45));
}

function badge(ctx, x, y, r, fill, line) {
  ctx.fillStyle = fill;
  ctx.beginPath();
  ctx.arc(x, y, r, 0, TAU);
  ctx.fill();
  ctx.strokeStyle = line;
  ctx.lineWidth = r * 0.05;
  ctx.stroke();
}

function lock(ctx, x, y, r, c) {
  ctx.strokeStyle = c;
  ctx.lineWidth = r * 0.13;
  ctx.beginPath();
  ctx.arc(x, y - r * 0.16, r * 0.27, Math.PI, 0);
  ctx.lineTo(x + r * 0.27, y + r * 0.04);
  ctx.moveTo(x - r * 0.27, y - r * 0.16);
  ctx.lineTo(x - r * 0.27, y + r * 0.04);
  ctx.stroke();
  ctx.fillStyle = c;
  ctx.beginPath();
  ctx.roundRect(x - r * 0.42, y - r * 0.04, r * 0.84, r * 0.58, r * 0.12);
  ctx.fill();
}

function stool(ctx, x, y, s, c) {
  for (const k of [-1, -0.35, 0.35, 1]) strokeLine(ctx, [[x + k * s * 0.4, y], [x + k * s * 0.62, y + s * 1.5]], mix(c, '#000000', 0.35), s * 0.07);
  strokeLine(ctx, [[x - s * 0.53, y + s * 0.95], [x + s * 0.53, y + s * 0.95]], mix(c, '#000000', 0.3), s * 0.05);
  ctx.fillStyle = mix(c, '#000000', 0.25);
  ctx.beginPath();
  ctx.ellipse(x, y + s * 0.06, s * 0.62, s * 0.15, 0, 0, TAU);
  ctx.fill();
  ctx.fillStyle = c;
  ctx.beginPath();
  ctx.ellipse(x, y, s * 0.62, s * 0.15, 0, 0, TAU);
  ctx.fill();
}

export const art = {
  offline: { w: 1280, h: 720, draw(ctx, w, h) {
    limelight(ctx, w, h, '#f5b83d', [[0.5, 0.5, 0.24]]);
    stool(ctx, w * 0.5, h * 0.56, h * 0.17, '#8a5a34');
    // headphones left on the stool
    ctx.strokeStyle = '#e9dfe0';
    ctx.lineWidth = h * 0.017;
    ctx.beginPath();
    ctx.arc(w * 0.5, h * 0.485, h * 0.082, Math.PI, 0);
    ctx.stroke();
    for (const s of [-1, 1]) {
      ctx.fillStyle = '#d0303a';
      ctx.beginPath();
      ctx.ellipse(w * 0.5 + s * h * 0.082, h * 0.51, h * 0.026, h * 0.045, 0, 0, TAU);
      ctx.fill();
    }
  } },
  private: { w: 1280, h: 720, draw(ctx, w, h) {
    limelight(ctx, w, h, '#7a4bff', [[0.38, 0.5, 0.3]]);
    bust(ctx, w * 0.5, h * 0.46, h * 0.21, '#251a3a', '#8f6bff', 'long');
    badge(ctx, w * 0.5, h * 0.83, h * 0.105, '#0d0a0b', '#a98bff');
    lock(ctx, w * 0.5, h * 0.83, h * 0.105, '#f7f3f4');
  } },
  group: { w: 1280, h: 720, draw(ctx, w, h) {
    limelight(ctx, w, h, '#d0303a', [[0.2, 0.34, 0.2], [0.8, 0.66, 0.2]]);
    bust(ctx, w * 0.32, h * 0.5, h * 0.165, '#2a161a', '#ff7f86', 'short');
    bust(ctx, w * 0.68, h * 0.5, h * 0.165, '#2a161a', '#f5b83d', 'long');
    bust(ctx, w * 0.5, h * 0.49, h * 0.205, '#331a20', '#ff9aa0', 'long');
    badge(ctx, w * 0.5, h * 0.84, h * 0.075, '#0d0a0b', '#ff7f86');
    for (const [dx, r] of [[-0.032, 0.7], [0.032, 0.7], [0, 1]]) {
      ctx.fillStyle = dx ? '#bdb2b5' : '#f7f3f4';
      ctx.beginPath();
      ctx.arc(w * (0.5 + dx * 0.62), h * (0.828 - 0.006 * r), h * 0.017 * r, 0, TAU);
      ctx.fill();
      ctx.beginPath();
      ctx.ellipse(w * (0.5 + dx * 0.62), h * 0.872, h * 0.027 * r, h * 0.024 * r, 0, Math.PI, 0);
      ctx.fill();
    }
  } },
  maintenance: { w: 1280, h: 720, draw(ctx, w, h) {
    limelight(ctx, w, h, '#f5b83d', [[0.3, 0.42, 0.16], [0.7, 0.58, 0.16]]);
    strokeLine(ctx, [[w * 0.48, h * 0.36], [w * 0.4, h * 0.86]], '#3a2a2e', h * 0.022);
    strokeLine(ctx, [[w * 0.52, h * 0.36], [w * 0.6, h * 0.86]], '#4a343a', h * 0.022);
    for (let i = 0; i < 5; i++) {
      const k = 0.12 + i * 0.19;
      strokeLine(ctx, [[w * (0.48 - 0.08 * k), h * (0.36 + 0.5 * k)], [w * (0.52 + 0.08 * k), h * (0.36 + 0.5 * k)]], '#5a3f45', h * 0.014);
    }
    ctx.save();
    ctx.translate(w * 0.5, h * 0.27);
    ctx.rotate(0.5);
    ctx.fillStyle = '#a2252d';
    ctx.beginPath();
    ctx.roundRect(-h * 0.11, -h * 0.075, h * 0.2, h * 0.15, h * 0.03);
    ctx.fill();
    ctx.fillStyle = '#ffdf9a';
    ctx.beginPath();
    ctx.ellipse(h * 0.1, 0, h * 0.028, h * 0.088, 0, 0, TAU);
    ctx.fill();
    ctx.restore();
  } },
  avatar: { w: 256, h: 256, draw(ctx, w, h) {
    ctx.fillStyle = '#2a2225';
    ctx.fillRect(0, 0, w, h);
    ctx.fillStyle = '#372b2f';
    ctx.beginPath();
    ctx.moveTo(w * 0.36, 0); ctx.lineTo(w * 0.64, 0); ctx.lineTo(w * 1.02, h); ctx.lineTo(-w * 0.02, h);
    ctx.fill();
    ctx.fillStyle = '#94888c';
    ctx.beginPath();
    ctx.arc(w / 2, h * 0.4, w * 0.165, 0, TAU);
    ctx.fill();
    ctx.beginPath();
    ctx.ellipse(w / 2, h * 0.96, w * 0.315, h * 0.335, 0, Math.PI, 0);
    ctx.fill();
  } },
};
