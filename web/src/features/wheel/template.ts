import type { Draft } from "./api";
import { t } from "./texts";

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

const prizes = (): readonly (readonly [label: string, weight: number])[] => [
  [t("Song request"), 20],
  [t("Shout-out by name"), 25],
  [t("Dance for a minute"), 15],
  [t("Ask me anything"), 20],
  [t("Blow a kiss"), 30],
  [t("Costume change"), 8],
  [t("Dare of your choice"), 5],
  [t("Surprise from me"), 3],
];

/** What a performer may begin with. */
export const suggestion = (): readonly Draft[] =>
  prizes().map(([label, weight], index) => ({ label, weight, color: nextColour(index) }));
