import { clockIn, ownZone, shortDayIn } from "@/lib/clocks";
import { cx } from "@/lib/cx";
import { formatNumber } from "@/lib/format";
import { Card } from "@/ui/Card";
import type { ShiftPlan } from "./apiShifts";
import { t } from "./texts";

// From nobody to the most; the figure is written beside the colour.
const tones = ["bg-s2", "bg-brand/25", "bg-brand/45", "bg-brand/70", "bg-brand"];

/** How many plan to be live in each hour of a week. */
export function Coverage({ days, today }: { days: ShiftPlan["days"]; today: string }) {
  const most = Math.max(1, ...days.flatMap(({ hours }) => hours));
  const tone = (count: number) => tones[Math.ceil((count / most) * (tones.length - 1))];
  return (
    <Card title={t("How many plan to be live")}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard. */}
      <section className="overflow-x-auto" tabIndex={0} aria-label={t("Coverage by hour")}>
        <ul className="grid min-w-[30rem] gap-1">
          {days.map(({ date, startsAt, hours }) => (
            <li key={date} className="flex items-center gap-2">
              <span
                className={cx(
                  "w-14 shrink-0 text-caption first-letter:uppercase",
                  date === today ? "font-bold text-brand-ink" : "text-fg2",
                )}
              >
                {shortDayIn("UTC", `${date}T12:00:00Z`)}
              </span>
              <span className="sr-only">{inWords(startsAt, hours)}</span>
              <span aria-hidden className="flex min-w-0 flex-1 gap-px">
                {hours.map((count, hour) => (
                  <span
                    key={`${date} ${hour.toString()}`}
                    title={`${hourAt(startsAt, hour)}: ${formatNumber(count, 0)}`}
                    className={cx(
                      "tnum grid h-7 min-w-0 flex-1 place-items-center rounded-xs text-micro",
                      tone(count),
                      count / most > 0.5 ? "text-on-brand" : "text-fg",
                    )}
                  >
                    {count > 0 && formatNumber(count, 0)}
                  </span>
                ))}
              </span>
            </li>
          ))}
          <li aria-hidden className="flex items-center gap-2 text-micro text-fg3">
            <span className="w-14 shrink-0" />
            <span className="tnum flex flex-1 justify-between">
              {[0, 6, 12, 18, 24].map((hour) => (
                <span key={hour}>{`${hour}`.padStart(2, "0")}</span>
              ))}
            </span>
          </li>
        </ul>
      </section>
    </Card>
  );
}

const hourAt = (startsAt: string, hour: number) =>
  clockIn(ownZone(), new Date(Date.parse(startsAt) + hour * 3_600_000).toISOString());

/** A day's hours as sentences: how many, and from when on. */
function inWords(startsAt: string, hours: readonly number[]): string {
  return hours
    .flatMap((count, hour) =>
      hour > 0 && hours[hour - 1] === count
        ? []
        : t("from {time} on {count}", {
            time: hourAt(startsAt, hour),
            count: formatNumber(count, 0),
          }),
    )
    .join(", ");
}
