import { t } from "./texts";

/** Both ends as instants for the API; absent is without end. */
export type Range = { fromDate?: string; toDate?: string };

/** Both ends as days of the reader's zone, YYYY-MM-DD, as the address holds them. */
export type Days = { from?: string | undefined; to?: string | undefined };

const day = /^\d{4}-\d{2}-\d{2}$/;

/**
 * From the first moment of `from` to the last of `to`, in the reader's time zone. An address may
 * hold anything: what is no day is without end.
 */
export function rangeOf({ from, to }: Days): Range {
  return {
    ...(isDay(from) && { fromDate: new Date(`${from}T00:00:00`).toISOString() }),
    ...(isDay(to) && { toDate: new Date(`${to}T23:59:59.999`).toISOString() }),
  };
}

// Noon is on every day. The 30th of February is read as a day in March, or not at all.
function isDay(text: string | undefined): text is string {
  return text !== undefined && day.test(text) && dayOf(`${text}T12:00:00`) === text;
}

/** A day of the reader's zone as YYYY-MM-DD. */
export function dayOf(instant: string | number): string {
  const date = new Date(instant);
  const two = (n: number) => String(n).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** An instant as a field of day and time has it, in the reader's zone; empty for none. */
export function minuteOf(instant: string | undefined): string {
  if (!instant) return "";
  const date = new Date(instant);
  return `${dayOf(instant)}T${String(date.getHours()).padStart(2, "0")}:${String(date.getMinutes()).padStart(2, "0")}`;
}

/** The last 30 days, today included; `now` in milliseconds. */
export function lastThirtyDays(now: number): { from: string; to: string } {
  return { from: addDays(dayOf(now), -29), to: dayOf(now) };
}

/** A day some days later. Noon keeps it clear of clock changes. */
export function addDays(from: string, days: number): string {
  const date = new Date(`${from}T12:00:00`);
  date.setDate(date.getDate() + days);
  return dayOf(date.getTime());
}

/** The reader's time zone, such as Europe/Berlin. */
export function zoneName(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** A period that is chosen with one press. */
export type Preset = { id: string; label: string; from: string; to: string };

/** The usual periods up to today; `now` in milliseconds. */
export function presetsAt(now: number): Preset[] {
  const today = dayOf(now);
  const month = `${today.slice(0, 8)}01`;
  const before = addDays(month, -1);
  return [
    { id: "today", label: t("Today"), from: today, to: today },
    { id: "week", label: t("7 days"), from: addDays(today, -6), to: today },
    { id: "usual", label: t("30 days"), ...lastThirtyDays(now) },
    { id: "month", label: t("This month"), from: month, to: today },
    { id: "lastMonth", label: t("Last month"), from: `${before.slice(0, 8)}01`, to: before },
    { id: "year", label: t("This year"), from: `${today.slice(0, 5)}01-01`, to: today },
  ];
}
