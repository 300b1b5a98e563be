// What the camera calls inside the browser.

import { freshFrame } from './draw.js';
import { art } from './art.js';
import { paint, paintGroup } from './figure.js';
import { looks } from './looks.js';
import { members } from './members.js';
import { moment } from './motion.js';
import { paper, papers } from './papers.js';

export const views = {
  portrait: { w: 800, h: 1000, s: 238, cx: 0.5, cy: 0.435, close: true },
  wide: { w: 1280, h: 720, s: 187, cx: 0.57, cy: 0.42 },
  avatar: { w: 400, h: 400, s: 142, close: true, cx: 0.5, cy: 0.47, detail: 0.8 },
  face: { w: 256, h: 256, s: 91, close: true, cx: 0.5, cy: 0.47, detail: 0.6 },
  clip: { w: 854, h: 480, s: 126, cx: 0.54, cy: 0.42, detail: 0.5, grain: 0.6 },
};

async function encode(ctx, quality) {
  const blob = await ctx.canvas.convertToBlob({ type: 'image/jpeg', quality });
  return new Promise((done) => {
    const r = new FileReader();
    r.onload = () => done(r.result.split(',')[1]);
    r.readAsDataURL(blob);
  });
}

let board;
function blank(w, h) {
  if (!board || board.canvas.width !== w || board.canvas.height !== h) board = new OffscreenCanvas(w, h).getContext('2d');
  board.reset();
  return board;
}

export async function still(name, kind, quality = 0.82, move = {}, scale = 1) {
  freshFrame();
  const v = { ...views[kind] };
  for (const k of ['w', 'h', 's']) v[k] = Math.round(v[k] * scale);
  const ctx = blank(v.w, v.h);
  paint(ctx, looks[name] ?? members[name], v, move);
  return encode(ctx, quality);
}

/** Frame number `i` of `count` of the loop of one performer. */
export async function frame(name, motion, i, count) {
  freshFrame();
  const v = views.clip;
  const ctx = blank(v.w, v.h);
  paint(ctx, looks[name], v, moment(motion, i / count, count / 24));
  return encode(ctx, 0.94);
}

/** Papers of who applies. */
export async function document(name, kind, quality) {
  freshFrame();
  return encode(paper(blank, name, kind), quality);
}

/** Wide pictures for the top of the home page; the left third stays calm for words. */
export async function banner(n) {
  freshFrame();
  const frame = { w: 1600, h: 500, cy: 0.43, grain: 1 };
  const ctx = blank(frame.w, frame.h);
  if (n === 1) {
    paintGroup(ctx, { ...looks.NovaRay, place: { ...looks.NovaRay.place, gx: 0.62 } }, { ...frame, s: 138 }, [
      { look: looks.DanteKold, cx: 0.88, k: 0.78, blur: 1.5, side: -1 },
      { look: looks.SerenaFox, cx: 0.5, k: 0.74, blur: 1.5 },
      { look: looks.NovaRay, cx: 0.7 },
    ]);
  } else {
    paintGroup(ctx, { ...looks.LolaVega, front: undefined, place: { kind: 'bulbs', wash: ['#4a1428', '#2a0d1c', '#0e070c'], glow: '#ff6a4a' } }, { ...frame, s: 136 }, [
      { look: looks.MarcoBianchi, cx: 0.9, k: 0.82, blur: 1.2, side: -1 },
      { look: looks.AmaraSol, cx: 0.53, k: 0.8, blur: 1.2 },
      { look: looks.RubyHale, cx: 0.72 },
    ]);
  }
  const shade = ctx.createLinearGradient(0, 0, frame.w * 0.55, 0);
  shade.addColorStop(0, 'rgba(10,6,12,.82)');
  shade.addColorStop(1, 'rgba(10,6,12,0)');
  ctx.fillStyle = shade;
  ctx.fillRect(0, 0, frame.w, frame.h);
  return encode(ctx, 0.84);
}

/** Art of the site itself, without a figure; returns a PNG. */
export async function site(name) {
  freshFrame();
  const { w, h, draw } = art[name];
  const c = new OffscreenCanvas(w, h).getContext('2d');
  draw(c, w, h);
  const blob = await c.canvas.convertToBlob({ type: 'image/png' });
  return new Promise((done) => {
    const r = new FileReader();
    r.onload = () => done(r.result.split(',')[1]);
    r.readAsDataURL(blob);
  });
}

window.studio = { still, document, papers, frame, banner, site, names: Object.keys(looks), members: Object.keys(members), art: Object.keys(art) };
