// Puts one picture together: place, figure, light, lens. The same look makes the portrait,
// the wide picture and every frame of the loop; `move` says what differs in this moment.

import { decorate, drawBody, garments, measures, trims } from './body.js';
import { backdrops, bokeh } from './backdrop.js';
import { blend, castShadow, chance, edge, fillShape, layer, mix, puff, rgba } from './draw.js';
import { jewels, microphone, wear } from './extras.js';
import { drawHead, outline, projector, tones } from './face.js';
import { beard, hairKit, styles } from './hair-styles.js';

export function paint(ctx, look, frame, move = {}) {
  const view = { ...frame, s: frame.s * (frame.close ? look.zoom ?? 1 : 1) };
  const { w, h } = view;
  const p = move.p ?? 0;
  if (view.backdrop) ctx.drawImage(view.backdrop, 0, 0, w, h);
  else backdrops[look.place.kind](ctx, w, h, p, { ...look.place, ...(view.cx ? { cx: view.cx } : {}) });
  hazeBehind(ctx, look, view);
  const fig = figure(look, view, move);
  ctx.drawImage(fig.canvas, 0, 0);
  lens(ctx, look, view, move);
}

/** Several figures in one place, lit alike; the last one stands in front. */
export function paintGroup(ctx, look, frame, cast) {
  const { w, h } = frame;
  backdrops[look.place.kind](ctx, w, h, frame.p ?? 0, look.place);
  for (const { look: who, ...spot } of cast) {
    const view = { ...frame, ...spot, s: frame.s * (spot.k ?? 1) };
    hazeBehind(ctx, look, view);
    const fig = figure({ ...who, mic: undefined, light: { ...look.light, side: spot.side ?? look.light.side }, pose: { ...who.pose, ...spot.pose } }, view, {});
    ctx.save();
    if (spot.blur) ctx.filter = `blur(${spot.blur}px)`;
    ctx.drawImage(fig.canvas, 0, 0);
    ctx.restore();
  }
  lens(ctx, look, { ...frame, cx: 0.6, cy: 0.5 }, {});
}

function hazeBehind(ctx, look, { w, h, cx = 0.5, cy, s }) {
  blend(ctx, 'screen', () => puff(ctx, w * cx, h * cy + s * 0.2, s * 2.1, s * 2.1, look.light.rim, look.light.haze ?? 0.1));
}

function place(ctx, { w, h, cx = 0.5, cy, s }, pose, move, head) {
  const flip = pose.flip ? -1 : 1;
  ctx.translate(w * cx + (move.dx ?? 0) * s, h * cy + (move.dy ?? 0) * s);
  ctx.scale(s * flip, s);
  ctx.translate(0, 3.2);
  ctx.rotate((pose.lean ?? 0) + (move.lean ?? 0));
  ctx.translate(0, -3.2 + (move.breath ?? 0) * (head ? 1 : 0.8) - (head ? 0 : pose.neckIn ?? 0.15));
  if (!head) return;
  ctx.translate((pose.shift ?? 0) + (move.shift ?? 0), 1.05);
  ctx.rotate((pose.tilt ?? 0) + (move.tilt ?? 0));
  ctx.translate(0, -1.05);
}

function figure(look, view, move) {
  const { w, h, s } = view;
  const pose = look.pose ?? {};
  const flip = pose.flip ? -1 : 1;
  const sheet = (head) => {
    const c = layer(w, h);
    place(c, view, pose, move, head);
    return c;
  };
  const at = projector((pose.yaw ?? 0) + (move.yaw ?? 0), (pose.pitch ?? 0) + (move.pitch ?? 0));
  const t = tones(look.skin, look.shade);
  const L = look.light;
  const key = L.side ?? 1;
  const face = { ...look.face, blink: move.blink ?? 1, gaze: (look.face.gaze ?? -1.1 * (pose.yaw ?? 0)) - 1.4 * (move.yaw ?? 0) + (move.gaze ?? 0), open: move.open ?? look.face.open, smile: move.smile ?? look.face.smile, shadowSide: -key * flip };
  const m = measures(look.body);

  const out = layer(w, h);
  const add = (c) => out.drawImage(c.canvas, 0, 0);

  const back = sheet(true);
  const style = styles[look.hair.style];
  const hairMove = { sway: move.sway ?? 0, detail: view.detail ?? 1 };
  style.back(hairKit(back, at, look.hair, hairMove), look.hair);
  volume(back, s, L, 0.4, '#120512', 'hair');
  blend(back, 'source-atop', () => puff(back, 0, 1.2, 1.1, 1.3, '#07030a', 0.7));
  add(back);

  const skin = sheet(false);
  drawBody(skin, look.body, t);
  const neckShade = sheet(true);
  fillShape(neckShade, outline(at, face), '#000');
  castShadow(skin, neckShade, { dx: -key * 0.1 * s, dy: 0.24 * s, blur: 0.07 * s, colour: t.deep, alpha: 0.72 });
  for (const [kind, o] of look.jewels ?? []) jewels[kind](skin, m, o);
  volume(skin, s, L, 1, t.deep);
  add(skin);

  for (const g of look.clothes) add(garment(sheet, g, m, L, s, skin));

  const hair = sheet(true);
  style.front(hairKit(hair, at, look.hair, hairMove), look.hair);

  const head = sheet(true);
  drawHead(head, at, face, t);
  castShadow(head, hair, { dx: -key * 0.03 * s, dy: 0.075 * s, blur: 0.05 * s, colour: t.deep, alpha: 0.62 });
  volume(head, s, L, 1.15, t.deep, 'face');
  if (look.beard) beard(head, at, look.beard.colour, { ...look.beard, detail: view.detail });
  for (const [kind, o] of (look.wear ?? []).filter(([, o]) => o.under)) blend(head, kind === 'earrings' ? 'destination-over' : 'source-over', () => wear[kind](head, at, { ...o, sway: move.swing }));
  add(head);

  volume(hair, s, L, 0.9, '#120512', 'hair');
  add(hair);

  const top = sheet(true);
  for (const [kind, o] of (look.wear ?? []).filter(([, o]) => !o.under)) wear[kind](top, at, { ...o, sway: move.swing });
  edge(top, { dx: -key * 0.06 * s, dy: 0.05 * s, blur: 0.05 * s, colour: '#05030a', alpha: 0.5, mode: 'multiply' });
  add(top);

  grade(out, look, view, key);
  if (look.mic) {
    const mc = layer(w, h);
    place(mc, view, {}, {}, false);
    microphone(mc, ...look.mic);
    edge(mc, { dx: key * 0.03 * s, dy: 0, blur: 0.02 * s, colour: L.key, alpha: 0.9 });
    edge(mc, { dx: -key * 0.04 * s, dy: 0, blur: 0.03 * s, colour: L.rim, alpha: 0.9 });
    add(mc);
  }
  return out;
}

function garment(sheet, g, m, L, s) {
  const c = sheet(false);
  if (g.kind) garments[g.kind](c, m, g);
  decorate(c, m, g);
  if (g.trim) trims[g.trim](c, m, g);
  edge(c, { dx: 0, dy: -0.05 * s, blur: 0.05 * s, colour: '#ffffff', alpha: 0.16, mode: 'soft-light' });
  volume(c, s, L, 1);
  return c;
}

/** Key light from one side, shade on the other: what makes a flat shape round. */
function volume(c, s, L, strength, shade = '#120512', kind = '') {
  const k = L.side ?? 1;
  edge(c, { dx: -k * (kind === 'face' ? 0.5 : 0.4) * s, dy: 0.1 * s, blur: 0.3 * s, colour: shade, alpha: (L.contrast ?? 0.62) * strength, mode: 'multiply', k: 0.25 });
  edge(c, { dx: k * 0.3 * s, dy: -0.16 * s, blur: 0.26 * s, colour: L.key, alpha: (L.keyPower ?? 0.4) * strength, mode: 'soft-light', k: 0.25 });
  edge(c, { dx: k * 0.12 * s, dy: -0.04 * s, blur: 0.1 * s, colour: L.key, alpha: (L.keyPower ?? 0.4) * (kind === 'hair' ? 0.35 : 0.6) * strength, mode: 'screen', k: 0.5 });
}

/** Rim light around the finished figure and the colour of the place on it. */
function grade(out, look, { w, h, s, cx = 0.5, cy }, key) {
  const L = look.light;
  const rim = L.rimPower ?? 0.9;
  edge(out, { dx: -key * 0.13 * s, dy: -0.02 * s, blur: 0.11 * s, colour: L.rim, alpha: rim * 0.5, mode: 'screen' });
  edge(out, { dx: -key * 0.035 * s, dy: -0.012 * s, blur: 0.018 * s, colour: mix(L.rim, '#ffffff', 0.25), alpha: rim, mode: 'screen', k: 1 });
  edge(out, { dx: key * 0.022 * s, dy: -0.012 * s, blur: 0.015 * s, colour: mix(L.key, '#ffffff', 0.3), alpha: rim * 0.55, mode: 'screen', k: 1 });
  const tint = layer(w, h);
  const g = tint.createLinearGradient(w * cx - key * s * -1.4, 0, w * cx - key * s * 1.6, h);
  g.addColorStop(0, rgba(L.key, L.tintKey ?? 0.2));
  g.addColorStop(1, rgba(L.ambient, L.tint ?? 0.5));
  tint.fillStyle = g;
  tint.fillRect(0, 0, w, h);
  tint.globalCompositeOperation = 'destination-in';
  tint.drawImage(out.canvas, 0, 0);
  blend(out, 'soft-light', () => out.drawImage(tint.canvas, 0, 0));
  const dark = layer(w, h);
  const d = dark.createLinearGradient(0, h * cy + s * 1.3, 0, h * cy + s * 3.6);
  d.addColorStop(0, rgba(L.ambient, 0));
  d.addColorStop(1, mix(L.ambient, '#050208', 0.75));
  dark.fillStyle = d;
  dark.fillRect(0, 0, w, h);
  dark.globalCompositeOperation = 'destination-in';
  dark.drawImage(out.canvas, 0, 0);
  blend(out, 'multiply', () => out.drawImage(dark.canvas, 0, 0), 0.75);
}

/** What the lens adds: foreground lights, bloom, falloff, grain. */
function lens(ctx, look, { w, h, grain = 1, s }, move) {
  const p = move.p ?? 0;
  const L = look.light;
  if (look.front) bokeh(ctx, w, h, p, { n: 7, seed: 77, colours: look.front, alpha: 0.2, r: [0.08, 0.17], y: [0.78, 1.08], soft: true });
  blend(ctx, 'screen', () => puff(ctx, w * ((L.side ?? 1) > 0 ? 1 : 0), h * 0.1, Math.min(w, h) * 0.9, Math.min(w, h) * 0.9, L.key, (L.flare ?? 0.13) * (move.pulse ?? 1)));
  const small = layer(Math.round(w / 4), Math.round(h / 4));
  small.filter = `blur(${Math.max(1, h * 0.005)}px) brightness(.85) contrast(1.5)`;
  small.drawImage(ctx.canvas, 0, 0, small.canvas.width, small.canvas.height);
  blend(ctx, 'screen', () => ctx.drawImage(small.canvas, 0, 0, w, h), 0.13);
  blend(ctx, 'soft-light', () => ctx.drawImage(ctx.canvas, 0, 0), 0.7);
  const v = ctx.createRadialGradient(w / 2, h * 0.44, h * 0.4, w / 2, h * 0.5, Math.max(w, h) * 0.78);
  v.addColorStop(0, 'rgba(0,0,0,0)');
  v.addColorStop(1, 'rgba(6,2,8,.62)');
  ctx.fillStyle = v;
  ctx.fillRect(0, 0, w, h);
  if (grain) filmGrain(ctx, w, h, grain);
}

let grainTile;
function filmGrain(ctx, w, h, strength) {
  if (!grainTile) {
    grainTile = new OffscreenCanvas(256, 256);
    const g = grainTile.getContext('2d');
    const img = g.createImageData(256, 256);
    const luck = chance(99);
    for (let i = 0; i < img.data.length; i += 4) {
      const v = 128 + luck.bell(70);
      img.data.set([v, v, v, 255], i);
    }
    g.putImageData(img, 0, 0);
  }
  ctx.save();
  ctx.globalCompositeOperation = 'soft-light';
  ctx.globalAlpha = 0.2 * strength;
  ctx.fillStyle = ctx.createPattern(grainTile, 'repeat');
  ctx.fillRect(0, 0, w, h);
  ctx.restore();
}
