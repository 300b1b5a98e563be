import * as z from "zod/mini";
import { locale } from "@/i18n/locale";
import { formTexts, required } from "@/lib/validate";
import type { AppForm } from "@/ui/Form";
import type { Hours, Plan, Schedule } from "./api";

/** The days of a week in their order. */
export const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

export type Day = (typeof days)[number];

/** "Monday"; 5 January 2026 was one. */
export function dayName(day: Day, style: "long" | "short" = "long"): string {
  const date = new Date(Date.UTC(2026, 0, 5 + days.indexOf(day)));
  return date.toLocaleDateString(locale.dates, { weekday: style, timeZone: "UTC" });
}

/** The day after a day. */
export function dayAfter(day: Day): Day {
  return days[(days.indexOf(day) + 1) % days.length] ?? day;
}

/** Whether hours go on into the next day. */
export function isOvernight({ start, end, closed }: Hours): boolean {
  return !closed && start !== "" && end !== "" && end <= start;
}

/** What a day is like that nobody has thought of yet. */
export const usualHours: Hours = { start: "20:00", end: "23:00", closed: false };

const hours = z.object({ start: z.string(), end: z.string(), closed: z.boolean() }).check(
  z.check(({ value, issues }) => {
    if (value.closed) return;
    for (const name of ["start", "end"] as const) {
      if (value[name]) continue;
      issues.push({ code: "custom", message: formTexts.required, input: value, path: [name] });
    }
  }),
);

export const planSchema = z.object({
  timezone: required(),
  mon: hours,
  tue: hours,
  wed: hours,
  thu: hours,
  fri: hours,
  sat: hours,
  sun: hours,
  exceptions: z.array(
    z.object({ date: required(), start: z.string(), end: z.string(), closed: z.boolean() }),
  ),
});

export type PlanValues = z.input<typeof planSchema>;

export type PlanForm = AppForm<PlanValues, PlanValues>;

/** A plan as the form has it; a schedule that was never made begins in the zone of this device. */
export function valuesOf(schedule: Schedule, zone: string): PlanValues {
  const { timezone, mon, tue, wed, thu, fri, sat, sun, exceptions } = schedule;
  return { timezone: timezone || zone, mon, tue, wed, thu, fri, sat, sun, exceptions };
}

/** Whether a plan is whole enough to be asked about. */
export function isWhole(plan: Plan): boolean {
  return planSchema.safeParse(plan).success;
}
