import type { LucideIcon } from "lucide-react";
import type { Schemas } from "@/api/client";

/** A kind of work that waits for staff: how much, and where it is done. */
export type WaitingWork = {
  icon: LucideIcon;
  count: number;
  text: string;
  href: string;
  action: string;
};

/** What a feature puts on the dashboard of staff, in its waiting.ts; app/DashboardPage.tsx finds it there. */
export type Waiting = (counted: Schemas["AdminStatistics"]) => WaitingWork;
