import { dayOf } from "@/lib/range";
import { formatClock, formatDate } from "@/lib/time";
import { t } from "./texts";

const day = 24 * 60 * 60 * 1000;

/** Today's time, or else the day: beside a conversation. */
export function formatShort(iso: string, now = Date.now()): string {
  return dayOf(iso) === dayOf(now) ? formatClock(iso) : formatDayOf(iso, now);
}

/** The day that lines were written on. */
export function formatDayOf(iso: string, now = Date.now()): string {
  if (dayOf(iso) === dayOf(now)) return t("Today");
  if (dayOf(iso) === dayOf(now - day)) return t("Yesterday");
  return formatDate(iso);
}
