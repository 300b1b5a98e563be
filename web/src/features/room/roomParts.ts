import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { Performer, Profile } from "@/performers/types";
import type { Watching } from "./useWatch";

/** What the room asks of a tip panel. */
export type TipSlot = {
  performer: Profile;
  conversationId: string | undefined;
  roomy?: boolean;
  onSent?: (tokens: number) => void;
};

/** What the room asks of a goal's bar. */
export type GoalSlot = {
  performer: Profile;
  conversationId: string | undefined;
  over?: boolean;
  onReached?: () => void;
};

/** What the room asks of a way into a paid show. */
export type ActionSlot = { performer: Profile; look: "button" | "rail" };

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
  tipPanel: (tip: TipSlot) => ReactNode;
  actions?: (action: ActionSlot) => ReactNode;
  /** Absent while she has no wheel. */
  wheelPanel?: (wheel: TipSlot) => ReactNode;
  goalBar?: (goal: GoalSlot) => ReactNode;
  shelves?: readonly Shelf[];
};
