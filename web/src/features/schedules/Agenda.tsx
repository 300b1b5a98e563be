import { CalendarX2 } from "lucide-react";
import { placeOf, type Sight, sightOf, weekdayIn } from "@/lib/clocks";
import { cx } from "@/lib/cx";
import { Badge } from "@/ui/Badge";
import { EmptyState } from "@/ui/States";
import type { Occurrence, Schedule } from "./api";
import { t } from "./texts";

type AgendaProps = {
  schedule: Pick<Schedule, "timezone" | "occurrences">;
  /** By whose clocks. */
  zone: string;
  now: number;
  /** Said when there is nothing. */
  empty: string;
};

/** The next two weeks by the clocks of a zone, and what it is where the performer is. */
export function Agenda({ schedule, zone, now, empty }: AgendaProps) {
  const { timezone, occurrences } = schedule;
  const sights = occurrences
    .filter(({ endsAt }) => Date.parse(endsAt) > now)
    .map((one) => sightOf(one, timezone, zone));
  if (sights.length === 0) {
    return <EmptyState title={empty} icon={<CalendarX2 aria-hidden />} />;
  }
  return (
    <ul className="grid divide-y divide-line">
      {sights.map((sight) => (
        <Line key={sight.occurrence.startsAt} sight={sight} home={timezone} zone={zone} now={now} />
      ))}
    </ul>
  );
}

type LineProps = { sight: Sight<Occurrence>; home: string; zone: string; now: number };

function Line({ sight, home, zone, now }: LineProps) {
  const { occurrence, day, from, until, endsOn, there } = sight;
  const isOn = Date.parse(occurrence.startsAt) <= now;
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 py-3 first:pt-0 last:pb-0">
      <span className="min-w-0 flex-1 basis-48 text-label font-semibold first-letter:uppercase">
        {day}
      </span>
      <span className={cx("flex flex-wrap items-center gap-2 text-label", isOn && "font-bold")}>
        {occurrence.isException && <Badge>{t("Special hours")}</Badge>}
        {isOn && <Badge tone="brand">{t("Now")}</Badge>}
        <span className="tnum">
          {endsOn
            ? t("{from} until {until} on {day}", { from, until, day: endsOn })
            : t("{from} until {until}", { from, until })}
        </span>
      </span>
      {there && (
        <span className="basis-full text-caption text-fg3">
          <There sight={there} home={home} here={weekdayIn(zone, occurrence.startsAt)} />
        </span>
      )}
    </li>
  );
}

type ThereProps = { sight: NonNullable<Sight["there"]>; home: string; here: string };

/** What it is where the performer is, and that it is another day there. */
function There({ sight, home, here }: ThereProps) {
  const { weekday, from, until, isOtherDay } = sight;
  const place = placeOf(home);
  if (!isOtherDay) return t("{from}–{until} in {place}", { from, until, place });
  return t("{weekday} {from}–{until} in {place}, which is {here} for you", {
    weekday,
    from,
    until,
    place,
    here,
  });
}
