// Makes every picture, loop and sound again: node demo/studio/render.mjs [stills|papers|clips|site|sounds …]
// Needs Chromium (CHROMIUM=/path) and ffmpeg; everything is drawn here, nothing is fetched.

import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openStudio } from './browser.mjs';
import { RATE, soundtrack, tipSound } from './sound.mjs';

const media = fileURLToPath(new URL('../media/', import.meta.url));
const site = fileURLToPath(new URL('../../web/public/', import.meta.url));
const parts = new Set(process.argv.slice(2));
const wants = (part) => parts.size === 0 || parts.has(part);
const only = process.env.ONLY?.split(',');

const jazz = [[0, 4, 7, 11], [-3, 0, 4, 7], [-7, -3, 0, 4], [-5, -1, 2, 5]];
const dusk = [[0, 3, 7, 10], [-4, 0, 3, 7], [-9, -5, -2, 3], [-2, 2, 5, 9]];
const clips = {
  NovaRay: { motion: 'calm', seconds: 10, root: 57, chords: dusk, beat: 'soft', arp: 8 },
  RubyHale: { motion: 'talk', seconds: 10, root: 60, chords: jazz, beat: 'soft', arp: 4 },
  ElaraVoss: { motion: 'calm', seconds: 12, root: 55, chords: jazz, air: 1.6, arp: 2, bass: [0], loud: 0.36 },
  DanteKold: { motion: 'deejay', seconds: 8, root: 53, chords: dusk, beat: 'four', arp: 16, bass: [0.5, 1.5, 2.5, 3.5] },
  LolaVega: { motion: 'dance', seconds: 8, root: 57, chords: dusk, beat: 'four', arp: 8, bass: [0, 1.5, 3] },
  KaiTanaka: { motion: 'play', seconds: 10, root: 52, chords: dusk, beat: 'soft', arp: 16 },
  AmaraSol: { motion: 'dance', seconds: 8, root: 60, chords: jazz, beat: 'four', arp: 8 },
  YunaPark: { motion: 'talk', seconds: 10, root: 62, chords: jazz, beat: 'soft', arp: 8 },
};

function run(command, args, feed) {
  return new Promise((done, fail) => {
    const p = spawn(command, args, { stdio: [feed ? 'pipe' : 'ignore', 'inherit', 'inherit'] });
    p.on('error', fail);
    p.on('exit', (code) => (code === 0 ? done() : fail(new Error(`${command} ended with ${code}`))));
    if (feed) feed(p.stdin).then(() => p.stdin.end(), fail);
  });
}
const ffmpeg = (args, feed) => run('ffmpeg', ['-v', 'error', '-y', ...args], feed);
const pcm = ['-f', 's16le', '-ar', String(RATE), '-ac', '2', '-i', '-'];
const decode = (text) => Buffer.from(text, 'base64');

/** A JPEG within its size budget: quality gives way before the budget does. */
async function within(budget, make) {
  for (let quality = 0.82; ; quality -= 0.05) {
    const jpeg = decode(await make(quality));
    if (jpeg.length <= budget || quality < 0.5) return jpeg;
  }
}

async function stills(page) {
  const budgets = { portrait: 120_000, wide: 130_000, avatar: 45_000 };
  for (const name of await page.evaluate(() => studio.names)) {
    if (only && !only.includes(name)) continue;
    for (const [kind, budget] of Object.entries(budgets)) {
      const jpeg = await within(budget, (q) => page.evaluate(([n, k, quality]) => studio.still(n, k, quality), [name, kind, q]));
      await writeFile(join(media, 'performers', `${name}-${kind}.jpg`), jpeg);
    }
  }
  for (const name of await page.evaluate(() => studio.members)) {
    if (only && !only.includes(name)) continue;
    await writeFile(join(media, 'members', `${name}.jpg`), await within(16_000, (q) => page.evaluate(([n, quality]) => studio.still(n, 'face', quality), [name, q])));
  }
  for (const n of [1, 2]) await writeFile(join(media, 'banners', `banner-${n}.jpg`), decode(await page.evaluate((k) => studio.banner(k), n)));
}

async function papers(page) {
  for (const [name, kind] of await page.evaluate(() => studio.papers)) {
    await writeFile(join(media, 'papers', `${name}-${kind}.jpg`), await within(70_000, (q) => page.evaluate((a) => studio.document(...a), [name, kind, q])));
  }
}

async function clip(page, name, { motion, seconds }) {
  const count = seconds * 24;
  const raw = join(tmpdir(), `limelight-${name}.mkv`);
  await ffmpeg(['-f', 'image2pipe', '-c:v', 'mjpeg', '-framerate', '24', '-i', '-', '-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '8', '-pix_fmt', 'yuv420p', raw], async (pipe) => {
    for (let i = 0; i < count; i++) pipe.write(decode(await page.evaluate((a) => studio.frame(...a), [name, motion, i, count])));
  });
  const rate = Math.min(430, Math.floor(4500 / seconds));
  await encode(raw, '854:480', rate, name);
  await encode(raw, '320:180', 90, `${name}-small`); // for slow lines: as many frames, and key frames at the same places
  await rm(raw, { force: true });
}

/** Two passes of H264 as cameras send it: baseline, a key frame each second, no B frames. */
async function encode(raw, size, rate, name) {
  const log = join(tmpdir(), `limelight-${name}`);
  const pass = (number, out) => ffmpeg(['-i', raw, '-vf', `scale=${size}:flags=lanczos,format=yuv420p`, '-c:v', 'libx264', '-preset', 'slow', '-profile:v', 'baseline', '-level', '3.1',
    '-b:v', `${rate}k`, '-maxrate', `${rate * 1.3}k`, '-bufsize', `${rate}k`, '-g', '24', '-keyint_min', '24', '-bf', '0', '-x264-params', 'scenecut=0:repeat-headers=1:open-gop=0:aud=0',
    '-pass', String(number), '-passlogfile', log, '-an', '-f', 'h264', out]);
  await pass(1, '/dev/null');
  await pass(2, join(media, 'clips', `${name}.h264`));
  for (const left of [`${log}-0.log`, `${log}-0.log.mbtree`]) await rm(left, { force: true });
}

async function sounds() {
  for (const [name, mood] of Object.entries(clips)) {
    // the encoder adds 312 samples of run-in: leave them room, so the packets are exactly the loop
    const length = (mood.seconds - 312 / RATE).toFixed(6);
    await ffmpeg([...pcm, '-t', length, '-c:a', 'libopus', '-b:a', '48k', '-vbr', 'on', '-frame_duration', '20', '-page_duration', '20000', '-map_metadata', '-1', join(media, 'clips', `${name}.ogg`)], async (pipe) => { pipe.write(soundtrack(mood)); });
  }
  await ffmpeg([...pcm, '-c:a', 'libmp3lame', '-b:a', '96k', '-id3v2_version', '0', '-write_xing', '0', join(site, 'sounds/default-audio.mp3')], async (pipe) => { pipe.write(tipSound()); });
}

async function siteArt(page) {
  const names = { offline: 'offline.png', private: 'private.png', group: 'group.png', maintenance: 'maintenance.png', avatar: 'default-user-icon.png' };
  for (const [art, file] of Object.entries(names)) {
    const png = decode(await page.evaluate((a) => studio.site(a), art));
    const raw = join(tmpdir(), `limelight-${file}`);
    await writeFile(raw, png);
    await ffmpeg(['-i', raw, '-vf', 'split[a][b];[a]palettegen=max_colors=200:reserve_transparent=0[p];[b][p]paletteuse=dither=none', '-pred', 'none', '-compression_level', '100', join(site, file)]);
    await rm(raw);
  }
  await writeFile(join(site, 'placeholder-avatar.png'), await readFile(join(site, 'default-user-icon.png')));
}

for (const dir of [join(media, 'performers'), join(media, 'members'), join(media, 'papers'), join(media, 'banners'), join(media, 'clips'), join(site, 'sounds')]) await mkdir(dir, { recursive: true });
if (wants('sounds')) await sounds();
const { page, close } = await openStudio();
try {
  if (wants('stills')) await stills(page);
  if (wants('papers')) await papers(page);
  if (wants('site')) await siteArt(page);
  if (wants('clips')) for (const [name, mood] of Object.entries(clips)) if (!only || only.includes(name)) await clip(page, name, mood);
} finally {
  await close();
}
