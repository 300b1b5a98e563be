import { contrastOf } from "@/lib/color";

export type Slice = { label: string; weight: number; color: string };

/** Where a slice lies on the wheel, in degrees clockwise from the top. */
export type Arc = { from: number; to: number };

/** The slices' places: each as wide as it is likely. */
export function arcsOf(slices: readonly Slice[]): Arc[] {
  const total = slices.reduce((sum, { weight }) => sum + weight, 0);
  let end = 0;
  return slices.map(({ weight }) => {
    const from = end;
    end += total === 0 ? 0 : (weight / total) * 360;
    return { from, to: end };
  });
}

/** A point of the circle of `radius` around 0, 0. */
export function pointAt(degrees: number, radius: number): { x: number; y: number } {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return { x: round(Math.cos(angle) * radius), y: round(Math.sin(angle) * radius) };
}

/** The outline of a slice. One that is the whole wheel is nearly a circle. */
export function outline({ from, to }: Arc, radius: number): string {
  const end = Math.min(to, from + 359.99);
  const [a, b] = [pointAt(from, radius), pointAt(end, radius)];
  return `M0 0L${a.x} ${a.y}A${radius} ${radius} 0 ${end - from > 180 ? 1 : 0} 1 ${b.x} ${b.y}Z`;
}

/**
 * How far to turn the wheel, from `now`, until the slice stands at the top after
 * `turns` whole turns. `share` is where in the slice it stops, 0 to 1.
 */
export function turnTo(now: number, arc: Arc, share: number, turns: number): number {
  const inside = arc.from + (arc.to - arc.from) * (0.15 + 0.7 * share);
  const rest = (((-inside - now) % 360) + 360) % 360;
  return now + turns * 360 + rest;
}

const ink = { light: "#ffffff", dark: "#1a1214" } as const;

/** Words on a colour: the ink that can be read better. */
export function inkOn(color: string): string {
  const light = contrastOf(color, ink.light) ?? 0;
  const dark = contrastOf(color, ink.dark) ?? 0;
  return light >= dark ? ink.light : ink.dark;
}

/** A weight in percent of all: "12.5 %", and "<0.01 %" for what is not nothing. */
export function percent(chance: number): string {
  if (chance > 0 && chance < 0.01) return "<0.01 %";
  return `${Number(chance.toFixed(chance < 10 ? 2 : 1))} %`;
}

/** Weights as percents of their sum. */
export function chancesOf(slices: readonly Slice[]): number[] {
  const total = slices.reduce((sum, { weight }) => sum + weight, 0);
  return slices.map(({ weight }) => (total === 0 ? 0 : (weight * 100) / total));
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
