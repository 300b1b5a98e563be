import type { Post } from "./api";
import { t } from "./texts";

/** How a question to X ended, as the address of the page says it. */
export function endOf(outcome: string | undefined): string | undefined {
  switch (outcome) {
    case "denied":
      return t("You did not allow it at X (Twitter), so nothing was connected.");
    case "expired":
      return t("This took too long, or was begun in another browser. Please try again.");
    case "taken":
      return t("This account of X (Twitter) belongs to another account here.");
    case "failed":
      return t("X (Twitter) did not answer as it should. Please try again in a moment.");
    default:
      return undefined;
  }
}

/** Why a post was not made, or not yet. */
export function whyOf({ failure, status }: Pick<Post, "failure" | "status">): string | undefined {
  switch (failure) {
    case "unreachable":
      return status === "failed"
        ? t("X (Twitter) did not answer, several times.")
        : t("X (Twitter) did not answer. We try again by ourselves.");
    case "busy":
      return status === "failed"
        ? t("X (Twitter) asked us to wait for too long.")
        : t("X (Twitter) asks us to wait. We try again by ourselves.");
    case "reconnect":
      return t("X (Twitter) no longer takes our word. Connect it again.");
    case "duplicate":
      return t("X (Twitter) refuses the same text twice. Change it, or put the time in.");
    case "refused":
      return t("X (Twitter) refused it.");
    case "over":
      return t("You were not live in public any more.");
    case "hidden":
      return t("You hide from somebody, and X (Twitter) is read everywhere.");
    case "off":
      return t("Posting was switched off.");
    default:
      return undefined;
  }
}
