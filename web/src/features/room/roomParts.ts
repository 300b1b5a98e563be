import type { ReactNode } from "react";
import type { Profile } from "@/performers/types";
import type { ActionSlot, GoalSlot, TipSlot } from "./Room";
import type { Watching } from "./useWatch";

/** What both shapes of the room are made of. */
export type RoomParts = {
  performer: Profile;
  /** Undefined until it is known. */
  conversationId: string | undefined;
  watching: Watching;
  /** How many people are in the chat, guests included. */
  present: number | undefined;
  tipPanel: (tip: TipSlot) => ReactNode;
  actions?: (action: ActionSlot) => ReactNode;
  /** Absent while she has no wheel. */
  wheelPanel?: (wheel: TipSlot) => ReactNode;
  goalBar?: (goal: GoalSlot) => ReactNode;
};
