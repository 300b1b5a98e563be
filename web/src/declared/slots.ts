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
  /** In a conversation of two, where nobody is anonymous. */
  direct?: boolean;
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

/** What a feature puts into a member's order, in its orderSlots.ts; app/OrderPage.tsx finds it there. */
export type OrderSlots = {
  /** The way to ask to have its price back, while that may be asked. */
  AskBack?: ComponentType<{ purchaseId: string }>;
};

/** A page of logins or registrations of members, around its form. */
export type SignInSlot = {
  at: "login" | "register";
  /** Where they wanted to go. */
  next: string | undefined;
  children: ReactNode;
  /** A code is wanted: the ticket for the second step, and whether a passkey may stand in for it. */
  onTicket: (ticket: string, passkey: boolean) => void;
  onEntered: () => Promise<void>;
};

/** What a feature puts beside the forms by which members come, in its signInSlots.ts; app/signInSlots.ts finds it there. */
export type SignInSlots = { SignInWays?: ComponentType<SignInSlot> | undefined };

/** What a feature puts into account settings, in its settingsSlots.ts; app/settingsSlots.ts finds it there. */
export type SettingsSlots = {
  MemberCard?: ComponentType | undefined;
  PerformerCard?: ComponentType | undefined;
};

/** A card that a feature puts beside a performer's stage, in its onAir.ts, and the tab that has it. */
export type OnAirCard = { tab: "goals" | "wheel"; Card: ComponentType };
