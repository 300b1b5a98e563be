import type { ReactNode } from "react";
import type { GoalSlot, Slots, TipSlot } from "@/declared/slots";
import { useTopUp } from "./useTopUp";

const found = import.meta.glob<Slots>("../features/**/slots.{ts,tsx}", {
  eager: true,
  import: "slots",
});

/** What features put into rooms and shows. */
export const slots: Slots = Object.assign({}, ...Object.values(found));
const { TipPanel, WheelPanel, GoalBar } = slots;

/** What the pages of rooms and shows are given: features do not know each other. */
export function useSlots() {
  const topUp = useTopUp();
  return {
    topUp,
    tipPanel: TipPanel && ((tip: TipSlot): ReactNode => <TipPanel {...tip} topUp={topUp} />),
    wheelPanel: WheelPanel && ((tip: TipSlot): ReactNode => <WheelPanel {...tip} topUp={topUp} />),
    goalBar: GoalBar && ((goal: GoalSlot): ReactNode => <GoalBar {...goal} />),
  };
}
