import { formatDate } from "@/lib/time";
import type { Notice } from "@/notices/groups";
import { t } from "./texts";

/** The notices of a day, those of one group that came one after the other together. */
export type Day = { day: string; label: string; runs: Notice[][] };

const oneDay = 24 * 60 * 60 * 1000;

const dayOf = (instant: string | number) => new Date(instant).toDateString();

/** A list, newest first, by days of the reader's zone. */
export function daysOf(list: readonly Notice[], now = Date.now()): Day[] {
  const days: Day[] = [];
  for (const notice of list) {
    const day = dayOf(notice.createdAt);
    let last = days.at(-1);
    if (last?.day !== day) {
      last = { day, label: labelOf(notice.createdAt, now), runs: [] };
      days.push(last);
    }
    const run = last.runs.at(-1);
    if (run?.[0]?.group === notice.group) run.push(notice);
    else last.runs.push([notice]);
  }
  return days;
}

function labelOf(iso: string, now: number): string {
  if (dayOf(iso) === dayOf(now)) return t("Today");
  if (dayOf(iso) === dayOf(now - oneDay)) return t("Yesterday");
  return formatDate(iso);
}
