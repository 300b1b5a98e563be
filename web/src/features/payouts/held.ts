import { formatDate } from "@/lib/time";
import type { Preview } from "./api";

/** What becomes free on one day of the reader's zone. */
export type HeldDay = { day: string; count: number; tokens: number };

/** Held incomes by the day they become free, the next first. Sums are made in hundredths. */
export function heldDays(entries: Preview["heldEntries"]): HeldDay[] {
  const days = new Map<string, { count: number; hundredths: number }>();
  for (const { token, freeAt } of entries) {
    const day = formatDate(freeAt);
    const { count, hundredths } = days.get(day) ?? { count: 0, hundredths: 0 };
    days.set(day, { count: count + 1, hundredths: hundredths + Math.round(token * 100) });
  }
  return [...days].map(([day, { count, hundredths }]) => ({
    day,
    count,
    tokens: hundredths / 100,
  }));
}
