import type { ComponentType, ReactNode } from "react";
import type { Profile } from "@/performers/types";

type Shown = { _id: string; name: string };

/** What a room or a show asks of a tip panel, and of a wheel. */
export type TipSlot = {
  performer: Shown;
  /** The room that hears of it. */
  conversationId: string | undefined;
  /** In a sheet of its own, which has a title. */
  roomy?: boolean;
  onSent?: (tokens: number) => void;
};

/** How a room or a show draws a tip panel, when there is such a feature. */
export type TipPanel = ((tip: TipSlot) => ReactNode) | undefined;

/** What a room asks of a goal's bar. */
export type GoalSlot = {
  performer: Shown;
  conversationId: string | undefined;
  /** Over the picture. */
  over?: boolean;
  onReached?: () => void;
};

/** What a room asks of a way into a paid show: a labelled button, or a round one at a phone's edge. */
export type ActionSlot = { performer: Profile; look: "button" | "rail" };

/** Where tokens are bought, when there is such a page. */
export type TopUp = { topUp: string | undefined };

/** What a feature puts into rooms and shows, in its slots.ts; app/slots.ts finds it there. */
export type Slots = {
  TipPanel?: ComponentType<TipSlot & TopUp>;
  WheelPanel?: ComponentType<TipSlot & TopUp>;
  GoalBar?: ComponentType<GoalSlot>;
  /** The way to look into a private show, while that is offered. */
  PeekAction?: ComponentType<ActionSlot & TopUp & { offered: boolean }>;
};

/** A card that a feature puts beside a performer's stage, in its onAir.ts, and the tab that has it. */
export type OnAirCard = { tab: "goals" | "wheel"; Card: ComponentType };
