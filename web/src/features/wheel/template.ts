import type { Draft } from "./api";

/** Colours that can be told from each other, and carry the words on them. */
export const palette = [
  "#a2252d",
  "#f5b83d",
  "#0b5f99",
  "#2fb52d",
  "#5b3fb8",
  "#f08a4b",
  "#0f766e",
  "#d9588b",
] as const;

/** The colour for the segment after `count` others. */
export function nextColour(count: number): string {
  return palette[count % palette.length] ?? palette[0];
}

const prizes: readonly (readonly [label: string, weight: number])[] = [
  ["Song request", 20],
  ["Shout-out by name", 25],
  ["Dance for a minute", 15],
  ["Ask me anything", 20],
  ["Blow a kiss", 30],
  ["Costume change", 8],
  ["Dare of your choice", 5],
  ["Surprise from me", 3],
];

/** What a performer may begin with. */
export const suggestion: readonly Draft[] = prizes.map(([label, weight], index) => ({
  label,
  weight,
  color: nextColour(index),
}));
