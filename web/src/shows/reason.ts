import type { Receipt } from "./api";

/** Why a show ended, as this side sees it (behaviours.md, Private show, Reasons). */
export function reasonText(
  { reason, refused, performer, type }: Receipt,
  isPerformer: boolean,
): string {
  const her = performer.name;
  switch (reason) {
    case "member_left":
      return isPerformer ? "The member has left." : "You have left.";
    case "performer_left":
      return isPerformer ? "You have left." : `${her} has left.`;
    case "balance_exhausted":
      return isPerformer ? "The member's tokens are used up." : exhaustedText(refused);
    case "connect_timeout":
      return type === "group"
        ? "The picture did not come in time. Nothing was charged for waiting."
        : "The pictures did not meet in time. Nothing was charged.";
    case "media_lost":
      return "The picture was lost for too long.";
    case "maintenance":
      return "The site closed for maintenance.";
    case "declined":
    case "cancelled":
    case "expired":
      return type === "group"
        ? "The show was called off before it started."
        : "The request did not become a show.";
    case "moderator":
    case "blocked":
      return "The show was ended.";
    default:
      return "Something went wrong on our side.";
  }
}

/** Why the member's tokens were at an end: there were none, or they may not be spent now. */
export function exhaustedText(refused: Receipt["refused"]): string {
  switch (refused) {
    case "limit_reached":
      return "You have reached the spending limit that you set.";
    case "cool_off":
      return "You have paused your spending.";
    case "spending_frozen":
      return "Your spending is paused while a payment is being looked at.";
    default:
      return "Your tokens are used up.";
  }
}
