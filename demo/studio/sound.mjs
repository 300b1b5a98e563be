// Soundtracks, synthesised. Notes wrap around the end of the loop, so it has no seam.
// Sixteen beats per loop: 8 s is 120 beats a minute, 10 s is 96, 12 s is 80.

export const RATE = 48000;
const hz = (note) => 440 * 2 ** ((note - 69) / 12);

function generator(seed) {
  let a = seed;
  return () => {
    a = (Math.imul(a, 1664525) + 1013904223) >>> 0;
    return a / 2147483648 - 1;
  };
}

class Tape {
  constructor(seconds) {
    this.n = Math.round(seconds * RATE);
    this.left = new Float32Array(this.n);
    this.right = new Float32Array(this.n);
  }

  /** Adds voice(t) for `length` seconds from `at`, wrapping around the loop. */
  add(at, length, gain, pan, voice) {
    const start = Math.round(at * RATE);
    for (let i = 0; i < length * RATE; i++) {
      const v = voice(i / RATE) * gain;
      const k = (start + i) % this.n;
      this.left[k] += v * (1 - pan);
      this.right[k] += v * (1 + pan);
    }
  }

  echo(delay, gain) {
    const d = Math.round(delay * RATE);
    for (let pass = 0; pass < 2; pass++) {
      const [l, r] = [this.left.slice(), this.right.slice()];
      for (let i = 0; i < this.n; i++) {
        const k = (i - d + this.n * 4) % this.n;
        this.left[i] += r[k] * gain;
        this.right[i] += l[k] * gain;
      }
      gain *= 0.45;
    }
  }

  wav(peak = 0.6) {
    let top = 1e-6;
    for (let i = 0; i < this.n; i++) top = Math.max(top, Math.abs(this.left[i]), Math.abs(this.right[i]));
    const pcm = Buffer.alloc(this.n * 4);
    for (let i = 0; i < this.n; i++) {
      pcm.writeInt16LE(Math.round(Math.tanh((this.left[i] / top) * 1.2) * peak * 32767), i * 4);
      pcm.writeInt16LE(Math.round(Math.tanh((this.right[i] / top) * 1.2) * peak * 32767), i * 4 + 2);
    }
    return pcm;
  }
}

const pad = (f, len) => (t) => {
  const env = Math.min(1, t / (len * 0.3)) * Math.min(1, (len - t) / (len * 0.35));
  const x = 2 * Math.PI * f * t;
  return env * (Math.sin(x) + 0.5 * Math.sin(x * 1.003 + 1) + 0.28 * Math.sin(2 * x * 0.999) + 0.1 * Math.sin(3 * x));
};
const pluck = (f) => (t) => Math.exp(-t * 5) * (Math.sin(2 * Math.PI * f * t) + 0.5 * Math.exp(-t * 8) * Math.sin(4 * Math.PI * f * t)) * Math.min(1, t * 200);
const kick = (t) => Math.exp(-t * 9) * Math.sin(2 * Math.PI * (46 * t + (70 / 22) * (1 - Math.exp(-t * 22)))) * Math.min(1, t * 400);
const bass = (f, len) => (t) => Math.min(1, t * 90) * Math.min(1, (len - t) * 12) * (Math.sin(2 * Math.PI * f * t) + 0.25 * Math.sin(4 * Math.PI * f * t));
function hiss(seed, decay) {
  const luck = generator(seed);
  let last = 0;
  return (t) => {
    const v = luck();
    const out = v - last;
    last = v;
    return Math.exp(-t * decay) * out;
  };
}
function breeze(seed, len) {
  const luck = generator(seed);
  let a = 0;
  return (t) => {
    a += 0.03 * (luck() - a);
    return a * Math.sin((Math.PI * t) / len) ** 2;
  };
}

/** mood: { seconds, root (note), chords (semitones per bar), beat, arp, air } */
export function soundtrack(mood) {
  const tape = new Tape(mood.seconds);
  const beat = mood.seconds / 16;
  mood.chords.forEach((chord, bar) => {
    chord.forEach((step, i) => tape.add(bar * beat * 4 - beat * 0.4, beat * 5.2, 0.11, i % 2 ? 0.35 : -0.35, pad(hz(mood.root + step), beat * 5.2)));
    for (const at of mood.bass ?? [0, 2.5]) tape.add((bar * 4 + at) * beat, beat * 1.2, 0.26, 0, bass(hz(mood.root + chord[0] - 12), beat * 1.2));
    for (let i = 0; i < (mood.arp ?? 0); i++) {
      const note = chord[[0, 2, 1, 3, 2, 0, 3, 1][(i + bar) % 8] % chord.length] + 12 + (i % 3 === 2 ? 12 : 0);
      tape.add((bar * 4 + (i * 4) / mood.arp) * beat, 1.1, 0.13, i % 2 ? 0.5 : -0.5, pluck(hz(mood.root + note)));
    }
  });
  tape.echo(beat * 0.75, 0.32);
  for (let b = 0; b < 16; b++) {
    if (mood.beat === 'four' || (mood.beat === 'soft' && b % 2 === 0)) tape.add(b * beat, 0.45, mood.beat === 'four' ? 0.55 : 0.32, 0, kick);
    if (mood.beat && b % 2 === 1) tape.add(b * beat, 0.2, 0.09, 0.1, hiss(b + 3, 26));
    if (mood.beat) for (const half of [0, 0.5]) tape.add((b + half) * beat, 0.09, half ? 0.05 : 0.025, 0.3, hiss(b * 7 + 1, 60));
  }
  for (const at of [0, 0.5]) tape.add(at * mood.seconds, mood.seconds, (mood.air ?? 0.25), at ? 0.3 : -0.3, breeze(9 + at * 40, mood.seconds));
  return tape.wav(mood.loud ?? 0.5);
}

/** A coin and a small bell, eight tenths of a second: the sound of a tip. */
export function tipSound() {
  const tape = new Tape(0.8);
  const bell = (f, decay) => (t) => Math.min(1, t * 900) * Math.exp(-t * decay) * (Math.sin(2 * Math.PI * f * t) + 0.4 * Math.sin(2 * Math.PI * f * 2.01 * t) * Math.exp(-t * 6) + 0.22 * Math.sin(2 * Math.PI * f * 2.76 * t) * Math.exp(-t * 12));
  const fade = (voice, len) => (t) => voice(t) * Math.min(1, (len - t) * 12);
  tape.add(0, 0.5, 0.4, -0.1, fade(bell(hz(83), 9), 0.5));
  tape.add(0.085, 0.71, 0.5, 0.1, fade(bell(hz(88), 6), 0.71));
  tape.add(0.17, 0.62, 0.16, 0.2, fade(bell(hz(95), 8), 0.62));
  return tape.wav(0.7);
}
