import type { Receipt } from "./api";
import { t } from "./texts";

/** Why a show ended, as this side sees it (behaviours.md, Private show, Reasons). */
export function reasonText(
  { reason, refused, performer, type }: Receipt,
  isPerformer: boolean,
): string {
  switch (reason) {
    case "member_left":
      return isPerformer ? t("The member has left.") : t("You have left.");
    case "performer_left":
      return isPerformer ? t("You have left.") : t("{name} has left.", { name: performer.name });
    case "balance_exhausted":
      return isPerformer ? t("The member's tokens are used up.") : exhaustedText(refused);
    case "connect_timeout":
      return type === "group"
        ? t("The picture did not come in time. Nothing was charged for waiting.")
        : t("The pictures did not meet in time. Nothing was charged.");
    case "media_lost":
      return t("The picture was lost for too long.");
    case "maintenance":
      return t("The site closed for maintenance.");
    case "declined":
    case "cancelled":
    case "expired":
      return type === "group"
        ? t("The show was called off before it started.")
        : t("The request did not become a show.");
    case "moderator":
    case "blocked":
      return t("The show was ended.");
    default:
      return t("Something went wrong on our side.");
  }
}

/** Why the member's tokens were at an end: there were none, or they may not be spent now. */
export function exhaustedText(refused: Receipt["refused"]): string {
  switch (refused) {
    case "limit_reached":
      return t("You have reached the spending limit that you set.");
    case "cool_off":
      return t("You have paused your spending.");
    case "spending_frozen":
      return t("Your spending is paused while a payment is being looked at.");
    default:
      return t("Your tokens are used up.");
  }
}
