import type { ReactNode } from "react";
import type { Profile } from "@/performers/types";
import type { TipSlot } from "./Room";
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
};
