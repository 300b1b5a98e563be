import { locale } from "@/i18n/locale";
import { t } from "./texts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** "21 Nov 2026", in the reader's time zone. */
export function formatDate(iso: string): string {
  return new Date(iso).toLocaleDateString(locale.dates, {
    day: "numeric",
    month: "short",
    year: "numeric",
  });
}

/** "21 Nov", in the reader's time zone; `at` in milliseconds. */
export function formatDay(at: number): string {
  return new Date(at).toLocaleDateString(locale.dates, { day: "numeric", month: "short" });
}

/** "21 Nov 2026, 20:46", in the reader's time zone. */
export function formatDateTime(iso: string): string {
  return `${formatDate(iso)}, ${formatClock(iso)}`;
}

/** "20:46", in the reader's time zone. */
export function formatClock(iso: string): string {
  return new Date(iso).toLocaleTimeString(locale.dates, { hour: "2-digit", minute: "2-digit" });
}

/** How long ago, in words: "just now", "5 min ago", "3 h ago", "2 days ago", then the date. */
export function formatAgo(iso: string, now: number): string {
  const passed = now - Date.parse(iso);
  if (passed < minute) return t("just now");
  if (passed < hour) return t("{minutes} min ago", { minutes: Math.floor(passed / minute) });
  if (passed < day) return t("{hours} h ago", { hours: Math.floor(passed / hour) });
  const days = Math.floor(passed / day);
  if (days < 7)
    return t("{days, plural, =1 {yesterday} one {# day ago} other {# days ago}}", { days });
  return formatDate(iso);
}

/** A running time: 65000 ms → "1:05", 3725000 ms → "1:02:05". */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const two = (n: number) => String(n).padStart(2, "0");
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
