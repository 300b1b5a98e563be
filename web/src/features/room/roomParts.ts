import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { ActionSlot, GoalSlot, TipPanel, TipSlot } from "@/declared/slots";
import type { Performer, Profile } from "@/performers/types";
import type { Watching } from "./useWatch";

/** Something more about the performer, such as what they sell: a tab of its own. */
export type Shelf = {
  id: string;
  label: string;
  icon: LucideIcon;
  /** Whether the performer has any of it. */
  has: (performer: Profile) => boolean;
  panel: (performer: Profile) => ReactNode;
};

/** What both shapes of the room are made of. */
export type RoomParts = {
  /** As much of her as a card tells: enough for the stage. */
  performer: Performer | Profile;
  /** All of her, once it is here and the first picture has not to wait for what is drawn from it. */
  profile: Profile | undefined;
  /** Undefined until it is known. */
  conversationId: string | undefined;
  watching: Watching;
  /** How many people are in the chat, guests included. */
  present: number | undefined;
} & RoomSlots;

/** What other features put into the room; what is absent is not offered. */
export type RoomSlots = {
  tipPanel?: TipPanel;
  /** The ways into her paid shows. */
  actions?: (action: ActionSlot) => ReactNode;
  /** Her wheel, when she has one. */
  wheelPanel?: ((wheel: TipSlot) => ReactNode) | undefined;
  /** What the room collects for, and how far it is. */
  goalBar?: ((goal: GoalSlot) => ReactNode) | undefined;
  /** What she has beside her show. */
  shelves?: readonly Shelf[];
};
