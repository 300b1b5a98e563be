import { dateIn } from "@/lib/clocks";
import type { MemberPlan, Shift, ShiftPlan } from "./apiShifts";

type Days = Pick<ShiftPlan, "days" | "timezone">;

/** When a day of a plan begins. */
export function dayAt({ days }: Days, date: string): number {
  return Date.parse(days.find((day) => day.date === date)?.startsAt ?? "");
}

/**
 * The shifts that begin on a day of a plan; on its first day those too that go on from the night
 * before.
 */
export function shiftsOn(
  { shifts }: Pick<MemberPlan, "shifts">,
  plan: Days,
  date: string,
): Shift[] {
  const first = plan.days[0]?.date ?? "";
  return shifts.filter(({ startsAt }) => {
    const begins = dateIn(plan.timezone, startsAt);
    return begins === date || (date === first && begins < first);
  });
}
