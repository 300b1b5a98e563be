import { shortDayIn } from "@/lib/clocks";
import { cx } from "@/lib/cx";
import { useLabels } from "@/settings/api";
import type { ShiftPlan } from "./apiShifts";
import { PlanMember } from "./PlanMember";
import { ShiftLine } from "./ShiftLine";
import { dayAt, shiftsOn } from "./shiftDay";
import { t } from "./texts";

/** A week as a table: who, and on which days. */
export function ShiftTable({ plan, today }: { plan: ShiftPlan; today: string }) {
  const { model } = useLabels();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className="overflow-x-auto" tabIndex={0} aria-label={t("Shift plan")}>
      <table className="w-full border-collapse text-label">
        <thead>
          <tr className="border-y border-line bg-s2/60">
            <th scope="col" className="px-4 py-2 text-start font-semibold lg:px-5">
              {model}
            </th>
            {plan.days.map(({ date }) => (
              <th
                key={date}
                scope="col"
                aria-current={date === today ? "date" : undefined}
                className={cx(
                  "min-w-28 px-2 py-2 text-start font-semibold first-letter:uppercase",
                  date === today && "bg-brand-soft text-brand-ink",
                )}
              >
                {shortDayIn("UTC", `${date}T12:00:00Z`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {plan.data.map((member) => (
            <tr key={member.performer._id} className="border-b border-line last:border-0">
              <th scope="row" className="px-4 py-2.5 text-start font-normal lg:px-5">
                <PlanMember member={member} />
              </th>
              {plan.days.map(({ date }) => (
                <td
                  key={date}
                  className={cx("px-2 py-2.5 align-top", date === today && "bg-brand-soft/40")}
                >
                  <div className="grid gap-1.5">
                    {shiftsOn(member, plan, date).map((shift) => (
                      <ShiftLine
                        key={shift.startsAt}
                        shift={shift}
                        home={member.timezone ?? plan.timezone}
                        zone={plan.timezone}
                        day={dayAt(plan, date)}
                      />
                    ))}
                    {member.closed?.includes(date) && (
                      <span className="text-caption text-fg3">{t("Day off")}</span>
                    )}
                  </div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
