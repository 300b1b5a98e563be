import type { Schemas } from "@/api/client";
import { apiQuery } from "@/api/queries";

/** A performer's wheel as anybody sees it. */
export type Wheel = Schemas["WheelView"];
export type Segment = Schemas["WheelSegmentView"];

export const wheelKeys = {
  all: ["wheel"] as const,
  of: (performerId: string) => [...wheelKeys.all, "of", performerId] as const,
};

/** A performer's wheel: segments with their odds, price, and whether it can be spun now. */
export const wheelOf = (performerId: string) =>
  apiQuery(wheelKeys.of(performerId), "/wheels/search", { query: { performerId } });

/** Whether the wheel has enough segments to be shown. */
export function isComplete(wheel: Wheel | undefined): wheel is Wheel {
  return wheel !== undefined && wheel.total >= wheel.fewest;
}
