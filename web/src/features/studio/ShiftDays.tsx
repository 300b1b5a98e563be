import { dateInWords } from "@/lib/clocks";
import { cx } from "@/lib/cx";
import { Badge } from "@/ui/Badge";
import type { ShiftPlan } from "./apiShifts";
import { PlanMember } from "./PlanMember";
import { ShiftLine } from "./ShiftLine";
import { dayAt, shiftsOn } from "./shiftDay";
import { t } from "./texts";

/** A week on a phone: of each day who plans to be live, the earliest first. */
export function ShiftDays({ plan, today }: { plan: ShiftPlan; today: string }) {
  const without = plan.data.filter(({ timezone }) => !timezone);
  return (
    <div className="grid">
      {plan.days.map(({ date }) => (
        <section key={date} aria-labelledby={`day-${date}`} className="border-t border-line">
          <h3
            id={`day-${date}`}
            className={cx(
              "flex items-center gap-2 px-4 py-2.5 text-label font-bold first-letter:uppercase",
              date === today ? "bg-brand-soft text-brand-ink" : "bg-s2/60",
            )}
          >
            {dateInWords(date)}
            {date === today && <Badge tone="brand">{t("Today")}</Badge>}
          </h3>
          <Day plan={plan} date={date} isToday={date === today} />
        </section>
      ))}
      {without.length > 0 && (
        <section aria-labelledby="no-schedule" className="border-t border-line">
          <h3 id="no-schedule" className="bg-s2/60 px-4 py-2.5 text-label font-bold">
            {t("Without a schedule")}
          </h3>
          <ul className="divide-y divide-line">
            {without.map((member) => (
              <li key={member.performer._id} className="px-4 py-2.5">
                <PlanMember member={member} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

type DayProps = { plan: ShiftPlan; date: string; isToday: boolean };

function Day({ plan, date, isToday }: DayProps) {
  const rows = plan.data
    .flatMap((member) => shiftsOn(member, plan, date).map((shift) => ({ member, shift })))
    .sort((a, b) => a.shift.startsAt.localeCompare(b.shift.startsAt));
  const off = plan.data.filter(({ closed }) => closed?.includes(date));
  return (
    <>
      {rows.length === 0 && (
        <p className="px-4 py-3 text-label text-fg3">{t("Nobody plans to be live.")}</p>
      )}
      <ul className="divide-y divide-line">
        {rows.map(({ member, shift }) => (
          <li
            key={member.performer._id + shift.startsAt}
            className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 py-2.5 text-label"
          >
            <PlanMember member={member} isLater={!isToday} />
            <ShiftLine
              shift={shift}
              home={member.timezone ?? plan.timezone}
              zone={plan.timezone}
              day={dayAt(plan, date)}
            />
          </li>
        ))}
      </ul>
      {off.length > 0 && (
        <p className="px-4 pb-3 text-caption text-fg2">
          {t("Day off: {names}", {
            names: off.map(({ performer }) => performer.name || performer.username).join(", "),
          })}
        </p>
      )}
    </>
  );
}
