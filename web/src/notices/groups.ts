import {
  AlarmClock,
  BadgeCheck,
  Banknote,
  HandCoins,
  Heart,
  type LucideIcon,
  MessageCircle,
  Package,
  ShieldAlert,
  ShoppingBag,
  Undo2,
  Video,
} from "lucide-react";
import type { Schemas } from "@/api/client";
import { t } from "./texts";

export type Notice = Schemas["NoticesNotice"];
/** What a notice is about: people choose by groups how they are told. */
export type Group = Notice["group"];

/** In the order in which the server offers them. */
export const groups = [
  "request",
  "tip",
  "purchase",
  "message",
  "favourite",
  "reminder",
  "order",
  "payout",
  "refund",
  "verification",
  "system",
] as const satisfies readonly Group[];

/** How a group is named and drawn. */
export function groupLook(group: Group): { label: string; icon: LucideIcon } {
  const looks: Record<Group, { label: string; icon: LucideIcon }> = {
    request: { label: t("Private requests"), icon: Video },
    tip: { label: t("Tips"), icon: HandCoins },
    purchase: { label: t("Sales"), icon: ShoppingBag },
    message: { label: t("Messages"), icon: MessageCircle },
    favourite: { label: t("Favorites"), icon: Heart },
    reminder: { label: t("Reminders"), icon: AlarmClock },
    order: { label: t("Orders"), icon: Package },
    payout: { label: t("Payouts"), icon: Banknote },
    refund: { label: t("Refunds"), icon: Undo2 },
    verification: { label: t("Reviews"), icon: BadgeCheck },
    system: { label: t("Account and safety"), icon: ShieldAlert },
  };
  return looks[group];
}
