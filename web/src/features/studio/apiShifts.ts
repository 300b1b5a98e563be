import type { Schemas } from "@/api/client";
import { pageQuery } from "@/api/queries";
import { withSearch } from "@/lib/address";

export type ShiftPlan = Schemas["StudioShiftPlan"];
export type MemberPlan = Schemas["StudioMemberPlan"];
export type Shift = Schemas["StudioShift"];

export const shows = ["planned", "missing", "scheduled", "unscheduled"] as const;

export type ShiftChoice = {
  from: string;
  timezone: string;
  q: string;
  show: (typeof shows)[number] | "";
};

/** Members on one page of a plan. */
export const planSize = 50;

// Who is on line changes without a word to this page.
const freshFor = 60_000;

const asked = ({ show, ...choice }: ShiftChoice) => ({ ...choice, ...(show && { show }) });

/** When members plan to be live in a week, a page of them. */
export const shiftPlan = (choice: ShiftChoice, offset: number) => ({
  ...pageQuery(["studio-shifts", choice, offset], "/studio/shifts", {
    query: { ...asked(choice), offset, limit: planSize },
  }),
  refetchInterval: freshFor,
});

/** Where all shifts of a week are saved. */
export const shiftsFile = (choice: ShiftChoice) =>
  withSearch("/api/studio/shifts/export", asked(choice));
