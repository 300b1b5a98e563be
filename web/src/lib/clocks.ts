import { locale } from "@/i18n/locale";

/** The zone of this device. */
export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What people call a zone: "America/New_York" → "New York". */
export function placeOf(zone: string): string {
  return zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ");
}

const written = (at: string | Date, timeZone: string, style: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale.dates, { ...style, timeZone }).format(new Date(at));

/** "22:00" by the clocks of a zone. */
export const clockIn = (zone: string, at: string) =>
  written(at, zone, { hour: "2-digit", minute: "2-digit" });

/** "Tuesday" in a zone. */
export const weekdayIn = (zone: string, at: string) => written(at, zone, { weekday: "long" });

/** "Tue 1" in a zone. */
export const shortDayIn = (zone: string, at: string) =>
  written(at, zone, { weekday: "short", day: "numeric" });

/** "Tuesday, 1 December" in a zone. */
export const dayIn = (zone: string, at: string) =>
  written(at, zone, { weekday: "long", day: "numeric", month: "long" });

/** A date of the calendar, "2026-12-01", in words. */
export const dateInWords = (date: string) =>
  written(`${date}T12:00:00Z`, "UTC", {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
  });

/** The date in a zone, as "2026-12-01". */
export function dateIn(zone: string, at: string | number): string {
  const parts = new Intl.DateTimeFormat(locale.dates, {
    timeZone: zone,
    calendar: "gregory",
    numberingSystem: "latn",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).formatToParts(new Date(at));
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}`;
}

/** A time between two instants. */
type Span = { startsAt: string; endsAt: string };

/** How an occurrence looks from a zone, beside the performer's own. */
export type Sight<Occurrence extends Span = Span> = {
  occurrence: Occurrence;
  date: string;
  day: string;
  from: string;
  until: string;
  /** On which day it ends, when that is not the day on which it begins. */
  endsOn: string | undefined;
  /** What it is where the performer is; undefined where the clocks show the same. */
  there: { weekday: string; from: string; until: string; isOtherDay: boolean } | undefined;
};

export function sightOf<Occurrence extends Span>(
  occurrence: Occurrence,
  home: string,
  zone: string,
): Sight<Occurrence> {
  const { startsAt, endsAt } = occurrence;
  const date = dateIn(zone, startsAt);
  const [from, until] = [clockIn(zone, startsAt), clockIn(zone, endsAt)];
  const isSame =
    clockIn(home, startsAt) === from &&
    clockIn(home, endsAt) === until &&
    dateIn(home, startsAt) === date;
  return {
    occurrence,
    date,
    day: dayIn(zone, startsAt),
    from,
    until,
    endsOn: dateIn(zone, endsAt) === date ? undefined : weekdayIn(zone, endsAt),
    there: isSame
      ? undefined
      : {
          weekday: weekdayIn(home, startsAt),
          from: clockIn(home, startsAt),
          until: clockIn(home, endsAt),
          isOtherDay: dateIn(home, startsAt) !== date,
        },
  };
}
