// Places behind the figures. Each draws into pixels w × h; `p` is the loop phase 0…1, so
// every motion is a whole number of turns and the loop closes.

import { blend, chance, lerp, mix, puff, rgba, strokeLine, TAU } from './draw.js';

const wave = (p, k = 1, at = 0) => Math.sin(TAU * (p * k + at));

export function wash(ctx, w, h, stops, angle = Math.PI / 2) {
  const [dx, dy] = [Math.cos(angle) * w * 0.5, Math.sin(angle) * h * 0.5];
  const g = ctx.createLinearGradient(w / 2 - dx, h / 2 - dy, w / 2 + dx, h / 2 + dy);
  stops.forEach((c, i) => g.addColorStop(i / (stops.length - 1), c));
  ctx.fillStyle = g;
  ctx.fillRect(0, 0, w, h);
}

const glow = (ctx, w, h, x, y, r, c, a) => blend(ctx, 'screen', () => puff(ctx, x * w, y * h, r * Math.min(h, w), r * Math.min(h, w), c, a));

/** Out-of-focus lights drifting on small circles. */
export function bokeh(ctx, w, h, p, o) {
  const luck = chance(o.seed ?? 5);
  ctx.save();
  ctx.globalCompositeOperation = 'screen';
  for (let i = 0; i < o.n; i++) {
    const r = luck.in(o.r?.[0] ?? 0.02, o.r?.[1] ?? 0.07) * h;
    const c = luck.pick(o.colours);
    const a = luck.in(0.1, 0.42) * (o.alpha ?? 1);
    const turn = luck() + (luck() < 0.5 ? p : -p);
    const reach = luck.in(0.004, 0.03) * h;
    const x = luck.in(o.x?.[0] ?? 0, o.x?.[1] ?? 1) * w + Math.cos(turn * TAU) * reach;
    const y = luck.in(o.y?.[0] ?? 0, o.y?.[1] ?? 1) * h + Math.sin(turn * TAU) * reach;
    const pulse = 1 + 0.35 * wave(p, luck() < 0.5 ? 1 : 2, luck());
    const g = ctx.createRadialGradient(x, y, 0, x, y, r);
    g.addColorStop(0, rgba(c, a * 0.75 * pulse));
    g.addColorStop(o.soft ? 0.4 : 0.8, rgba(c, a * 0.7 * pulse));
    if (!o.soft) g.addColorStop(0.93, rgba(mix(c, '#ffffff', 0.15), a * 0.85 * pulse));
    g.addColorStop(1, rgba(c, 0));
    ctx.fillStyle = g;
    ctx.fillRect(x - r, y - r, 2 * r, 2 * r);
  }
  ctx.restore();
}

/** A neon tube: wide glow, coloured glass, white core. */
export function tube(ctx, pts, c, width, power = 1) {
  ctx.save();
  ctx.globalCompositeOperation = 'screen';
  for (const [k, a] of [[14, 0.05], [9, 0.08], [5, 0.16], [2.6, 0.35], [1.3, 0.9]]) strokeLine(ctx, pts, rgba(c, a * power), width * k);
  strokeLine(ctx, pts, rgba(mix(c, '#ffffff', 0.85), power), width * 0.6);
  ctx.restore();
}

function beam(ctx, x, y, a, spread, len, c, alpha) {
  ctx.save();
  ctx.globalCompositeOperation = 'screen';
  ctx.translate(x, y);
  ctx.rotate(a);
  const g = ctx.createLinearGradient(0, 0, 0, len);
  g.addColorStop(0, rgba(c, alpha));
  g.addColorStop(0.6, rgba(c, alpha * 0.25));
  g.addColorStop(1, rgba(c, 0));
  for (const k of [1, 0.72, 0.45, 0.2]) {
    ctx.globalAlpha = 0.42;
    ctx.fillStyle = g;
    ctx.beginPath();
    ctx.moveTo(-3, 0);
    ctx.lineTo(3, 0);
    ctx.lineTo(len * spread * k, len);
    ctx.lineTo(-len * spread * k, len);
    ctx.fill();
  }
  ctx.restore();
}

function soft(ctx, w, h, px, draw) {
  const k = 0.25;
  const small = new OffscreenCanvas(Math.ceil(w * k), Math.ceil(h * k)).getContext('2d');
  const sharp = new OffscreenCanvas(small.canvas.width, small.canvas.height).getContext('2d');
  sharp.scale(k, k);
  draw(sharp);
  small.filter = `blur(${Math.max(0.5, px * k)}px)`;
  small.drawImage(sharp.canvas, 0, 0);
  ctx.drawImage(small.canvas, 0, 0, w, h);
}

const curvePts = (n, f) => Array.from({ length: n }, (_, i) => f(i / (n - 1)));

export const backdrops = {
  neon(ctx, w, h, p, o) {
    wash(ctx, w, h, o.wash ?? ['#0a0420', '#1b0a3f', '#0a0618'], 0.9);
    glow(ctx, w, h, o.gx ?? 0.72, 0.35, 0.85, o.a, 0.5 + 0.05 * wave(p, 2));
    glow(ctx, w, h, 0.12, 0.55, 0.75, o.b, 0.5 + 0.05 * wave(p, 1));
    const t = h * 0.0095;
    for (let i = 0; i < 4; i++) {
      const x = w * (0.78 + i * 0.075);
      tube(ctx, [[x, -20], [x, h * (0.72 - i * 0.1)]], i % 2 ? o.a : mix(o.a, '#ffffff', 0.25), t * 0.8, 0.75 + 0.25 * wave(p, 2, i * 0.2));
    }
    for (let i = 0; i < 5; i++) {
      const r = h * (0.34 + i * 0.085);
      tube(ctx, curvePts(9, (k) => [w * 0.1 + Math.cos(-1.9 + k * 2.6) * r, h * 0.66 + Math.sin(-1.9 + k * 2.6) * r]), i % 2 ? o.b : o.c ?? o.a, t * (0.8 - i * 0.08), 0.8 - i * 0.11 + 0.12 * wave(p, 2, i * 0.13));
    }
    bokeh(ctx, w, h, p, { n: 16, seed: 8, colours: [o.a, o.b, '#ffffff'], alpha: 0.55 });
  },
  golden(ctx, w, h, p, o) {
    wash(ctx, w, h, o.wash ?? ['#ffb54e', '#e06a2c', '#54141f'], 0.9);
    soft(ctx, w, h, h * 0.022, (c) => {
      c.fillStyle = rgba('#fff0c4', 0.55);
      for (const x of [0.62, 0.8, 0.98]) {
        c.beginPath();
        c.moveTo(w * x, -10); c.lineTo(w * (x + 0.14), -10); c.lineTo(w * (x + 0.02), h * 0.72); c.lineTo(w * (x - 0.12), h * 0.72);
        c.fill();
      }
      // three boughs hanging in from the left, out of focus
      const luck = chance(4);
      for (const [y0, drop, reach] of [[-0.02, 0.42, 0.42], [0.2, 0.3, 0.3], [0.62, 0.2, 0.34]]) {
        const n = 11;
        const colour = luck.pick(o.leaves ?? ['#5c2f16', '#7c3f1a', '#4a2418']);
        const at = (k) => [w * (-0.04 + reach * k), h * (y0 + drop * k * k + 0.008 * wave(p, 1, y0))];
        strokeLine(c, [at(0), at(0.5), at(1)], rgba(colour, 0.7), h * 0.008);
        for (let i = 1; i <= n; i++) {
          const [x, y] = at(i / n);
          for (const s of [-1, 1]) {
            const turn = 0.5 + 0.5 * (i / n) + s * 0.85 + 0.04 * wave(p, 1, i * 0.07);
            const len = h * 0.075 * luck.in(0.7, 1.15);
            c.fillStyle = rgba(colour, 0.62);
            c.beginPath();
            c.ellipse(x + Math.cos(turn) * len, y + Math.sin(turn) * len, len, len * 0.27, turn, 0, TAU);
            c.fill();
          }
        }
      }
    });
    glow(ctx, w, h, 0.85, 0.14, 0.95, '#ffb04a', 0.6);
    bokeh(ctx, w, h, p, { n: 30, seed: 3, colours: ['#fff0c0', '#ffc46a', '#ff9a4a'], alpha: 0.7 });
  },
  studio(ctx, w, h, p, o) {
    wash(ctx, w, h, [mix(o.colour, '#ffffff', 0.12), o.colour, mix(o.colour, '#12040c', 0.45)], 1.1);
    puff(ctx, w * (o.cx ?? 0.5), h * 0.4, h * 0.62, h * 0.62, mix(o.colour, '#ffffff', 0.45), 0.55 + 0.04 * wave(p));
    if (o.disc) {
      const g = ctx.createLinearGradient(0, h * 0.05, 0, h * 0.85);
      g.addColorStop(0, o.disc);
      g.addColorStop(1, mix(o.disc, o.colour, 0.6));
      ctx.fillStyle = g;
      ctx.beginPath();
      ctx.arc(w * (o.cx ?? 0.5) + h * (o.dx ?? 0.1), h * 0.42 + h * 0.008 * wave(p), h * (o.r ?? 0.4), 0, TAU);
      ctx.fill();
    }
    blend(ctx, 'multiply', () => {
      strokeLine(ctx, [[w * 1.02, h * 0.3], [w * 0.9, h * 1.1]], rgba(mix(o.colour, '#2a0a30', 0.5), 0.5), h * 0.25);
    }, 0.6, `blur(${Math.round(h * 0.05)}px)`);
  },
  club(ctx, w, h, p, o) {
    wash(ctx, w, h, ['#05030d', '#150826', '#07040d']);
    for (let i = 0; i < 7; i++) {
      const a = lerp(0.85, -0.85, i / 6) + 0.12 * wave(p, i % 2 ? 1 : 2, i * 0.17);
      beam(ctx, w * lerp(0.02, 0.98, i / 6), -h * 0.06, a, 0.13, h * 1.25, [o.a, o.b, o.c ?? o.a][i % 3], 0.5 + 0.28 * wave(p, 4, i * 0.25));
    }
    glow(ctx, w, h, 0.5, 1.0, 0.8, o.b, 0.35 + 0.12 * wave(p, 4));
    bokeh(ctx, w, h, p, { n: 40, seed: 12, colours: [o.a, o.b, '#ffffff'], alpha: 0.8, r: [0.006, 0.03] });
    bokeh(ctx, w, h, p, { n: 14, seed: 2, colours: [o.a, o.b], alpha: 0.5, r: [0.04, 0.1] });
  },
  city(ctx, w, h, p, o) {
    wash(ctx, w, h, o.wash ?? ['#060a1d', '#12224a', '#2b1338']);
    bokeh(ctx, w, h, p, { n: 46, seed: 6, colours: o.colours ?? ['#ffb45a', '#ff6a6a', '#6ac8ff', '#ffe2a8'], alpha: 1.1, y: [0.3, 0.85], r: [0.015, 0.06] });
    bokeh(ctx, w, h, p, { n: 12, seed: 16, colours: o.colours ?? ['#ffb45a', '#6ac8ff'], alpha: 0.7, r: [0.07, 0.13] });
    blend(ctx, 'screen', () => wash(ctx, w, h, ['rgba(0,0,0,0)', 'rgba(90,40,120,.25)']));
  },
  velvet(ctx, w, h, p, o) {
    wash(ctx, w, h, [mix(o.colour, '#000000', 0.35), mix(o.colour, '#000000', 0.6)]);
    const n = 15;
    for (let i = 0; i < n; i++) {
      const x = ((i + 0.5) / n) * w * 1.08 - w * 0.04 + Math.sin(i * 2.4) * w * 0.012 + wave(p, 1, i * 0.15) * w * 0.003;
      const fw = (w / n) * (0.85 + 0.3 * Math.sin(i * 1.7));
      const g = ctx.createLinearGradient(x - fw / 2, 0, x + fw / 2, 0);
      g.addColorStop(0, rgba('#000000', 0.6));
      g.addColorStop(0.4, rgba(mix(o.colour, '#ffffff', 0.12), 0.8));
      g.addColorStop(0.62, rgba(o.colour, 0.5));
      g.addColorStop(1, rgba('#000000', 0.6));
      ctx.fillStyle = g;
      ctx.fillRect(x - fw / 2, 0, fw, h);
    }
    puff(ctx, w * 0.5, h * 0.36, h * 0.66, h * 0.6, mix(o.colour, '#ffd0b0', 0.45), 0.5 + 0.05 * wave(p));
    blend(ctx, 'multiply', () => wash(ctx, w, h, ['#ffffff', '#4a2530']), 0.8);
  },
  bulbs(ctx, w, h, p, o) {
    wash(ctx, w, h, o.wash ?? ['#2a1620', '#1a0f1a', '#0c080d']);
    glow(ctx, w, h, 0.2, 0.5, 0.8, o.glow ?? '#ff9a4a', 0.35);
    bokeh(ctx, w, h, p, { n: 18, seed: 21, colours: ['#ffcf8a', '#ff9a5a'], alpha: 0.7, r: [0.05, 0.11] });
    for (let r = 0; r < 3; r++) {
      const line = curvePts(12, (k) => [w * (k * 1.1 - 0.05), h * (0.06 + r * 0.15 + 0.12 * Math.sin(k * 3.1 + r) ** 2)]);
      strokeLine(ctx, line, 'rgba(0,0,0,.45)', h * 0.003);
      line.forEach(([x, y], i) => blend(ctx, 'screen', () => {
        const k = 0.75 + 0.25 * wave(p, 1 + (i % 2), i * 0.37 + r * 0.2);
        puff(ctx, x, y + h * 0.012, h * 0.06, h * 0.06, '#ffb45e', 0.6 * k);
        puff(ctx, x, y + h * 0.012, h * 0.014, h * 0.016, '#fff1cf', k, 0, 0.4);
      }));
    }
  },
  ring(ctx, w, h, p, o) {
    wash(ctx, w, h, o.wash ?? ['#12262a', '#0d181c', '#07090c']);
    const [x, y, r] = [w * (o.cx ?? 0.5), h * 0.4, h * 0.44];
    glow(ctx, w, h, o.cx ?? 0.5, 0.4, 0.95, o.glow ?? o.a, 0.6);
    const circle = curvePts(33, (k) => [x + Math.cos(k * TAU) * r, y + Math.sin(k * TAU) * r]);
    tube(ctx, circle, o.a, h * 0.015, 0.92 + 0.08 * wave(p, 2));
    bokeh(ctx, w, h, p, { n: 16, seed: 31, colours: [o.a, o.b ?? '#ffffff'], alpha: 0.45 });
  },
  gaming(ctx, w, h, p, o) {
    wash(ctx, w, h, ['#080614', '#140a2c', '#05040c'], 0.7);
    glow(ctx, w, h, 0.85, 0.3, 0.8, o.a, 0.5);
    glow(ctx, w, h, 0.1, 0.6, 0.7, o.b, 0.45);
    soft(ctx, w, h, h * 0.006, (c) => {
      const r = h * 0.1;
      for (let i = -1; i < 14; i++) for (let j = 0; j < 7; j++) {
        const x = i * r * 1.78 + (j % 2) * r * 0.89;
        const y = j * r * 1.54 + h * 0.04;
        const on = Math.sin(i * 12.9 + j * 78.2) * 0.5 + 0.5;
        c.beginPath();
        for (let s = 0; s < 6; s++) c.lineTo(x + Math.cos(s * 1.0472 + 0.5236) * r * 0.93, y + Math.sin(s * 1.0472 + 0.5236) * r * 0.93);
        c.closePath();
        c.fillStyle = rgba(on > 0.5 ? o.a : o.b, on > 0.72 || on < 0.2 ? 0.28 + 0.22 * wave(p, 2, on) : 0.06);
        c.fill();
        c.strokeStyle = rgba(on > 0.5 ? o.a : o.b, 0.22);
        c.lineWidth = h * 0.004;
        c.stroke();
      }
    });
    bokeh(ctx, w, h, p, { n: 12, seed: 41, colours: [o.a, o.b], alpha: 0.5 });
  },
  sunset(ctx, w, h, p, o) {
    wash(ctx, w, h, o.wash ?? ['#1b0b3c', '#7b1f6b', '#ff6a5a', '#ffbe6a']);
    const [x, y, r] = [w * (o.cx ?? 0.5), h * 0.46, h * 0.37];
    glow(ctx, w, h, o.cx ?? 0.5, 0.46, 0.8, '#ff7a6a', 0.7);
    const g = ctx.createLinearGradient(0, y - r, 0, y + r);
    g.addColorStop(0, '#ffe08a');
    g.addColorStop(1, '#ff3f8a');
    ctx.save();
    ctx.beginPath();
    ctx.arc(x, y, r, 0, TAU);
    ctx.clip();
    for (let i = 0; i < 12; i++) {
      const y0 = y - r + (2 * r * i) / 12;
      ctx.fillStyle = g;
      ctx.fillRect(x - r, y0, 2 * r, ((2 * r) / 12) * (i < 5 ? 1.02 : 1 - (i - 4) * 0.075));
    }
    ctx.restore();
    bokeh(ctx, w, h, p, { n: 14, seed: 51, colours: ['#ffe0a8', '#ff8ad0'], alpha: 0.6 });
  },
  paint(ctx, w, h, p, o) {
    wash(ctx, w, h, o.wash ?? ['#efe3d2', '#d8bfa6', '#8b6552'], 0.9);
    const luck = chance(o.seed ?? 17);
    soft(ctx, w, h, h * 0.009, (c) => {
      for (let i = 0; i < 42; i++) {
        const [x, y, a] = [luck() * w, luck() * h, luck.pm(0.9)];
        const len = luck.in(0.12, 0.34) * h;
        const col = luck.pick(o.colours);
        for (let k = -4; k <= 4; k++) strokeLine(c, [[x - Math.cos(a) * len, y - Math.sin(a) * len + k * h * 0.008], [x, y - h * 0.03 + k * h * 0.009], [x + Math.cos(a) * len * luck.in(0.7, 1), y + Math.sin(a) * len + k * h * 0.008]], rgba(mix(col, '#ffffff', luck() * 0.25), 0.5), h * 0.011);
      }
    });
    glow(ctx, w, h, 0.8, 0.15, 0.8, '#fff0d8', 0.55 + 0.05 * wave(p));
  },
};
