import { placeOf, sightOf, weekdayIn } from "@/lib/clocks";
import { Badge } from "@/ui/Badge";
import type { Shift } from "./apiShifts";
import { t } from "./texts";

type ShiftLineProps = {
  shift: Shift;
  /** The member's own zone. */
  home: string;
  /** By whose clocks. */
  zone: string;
  /** When the day begins under which it stands. */
  day: number;
};

/** From when to when, on which day it ends where that is another one, and what it is where the member is. */
export function ShiftLine({ shift, home, zone, day }: ShiftLineProps) {
  const { from, until, endsOn, there } = sightOf(shift, home, zone);
  const began = Date.parse(shift.startsAt) < day ? weekdayIn(zone, shift.startsAt) : undefined;
  return (
    <div className="grid gap-0.5">
      <span className="tnum font-semibold">
        {began && t("{from} ({began}) – {until}", { from, began, until })}
        {!began && endsOn && t("{from} – {until} ({day})", { from, until, day: endsOn })}
        {!began && !endsOn && t("{from} – {until}", { from, until })}
      </span>
      {there && (
        <span className="text-caption text-fg2">
          {there.isOtherDay
            ? t("{weekday} {from} – {until} in {place}", {
                weekday: there.weekday,
                from: there.from,
                until: there.until,
                place: placeOf(home),
              })
            : t("{from} – {until} in {place}", {
                from: there.from,
                until: there.until,
                place: placeOf(home),
              })}
        </span>
      )}
      {shift.isException && (
        <span>
          <Badge>{t("Special hours")}</Badge>
        </span>
      )}
    </div>
  );
}
