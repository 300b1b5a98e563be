import type { BadgeTone } from "@/ui/Badge";
import type { Case, Intent, Odd } from "./api";

type Word = { label: string; tone: BadgeTone };

export const statuses: Record<Intent["status"], Word> = {
  created: { label: "Created", tone: "neutral" },
  pending: { label: "Pending", tone: "gold" },
  paid: { label: "Paid", tone: "ok" },
  refunded: { label: "Refunded", tone: "sky" },
  charged_back: { label: "Charged back", tone: "danger" },
  failed: { label: "Failed", tone: "danger" },
  expired: { label: "Expired", tone: "neutral" },
  underpaid: { label: "Underpaid", tone: "danger" },
  quarantine: { label: "Quarantine", tone: "danger" },
};

export const oddStatuses: Record<Odd["status"], Word> = {
  open: { label: "Open", tone: "danger" },
  approved: { label: "Waits for a second admin", tone: "gold" },
  applied: { label: "Applied", tone: "ok" },
  dropped: { label: "Dropped", tone: "neutral" },
};

export const caseStatuses: Record<Case["status"], Word> = {
  open: { label: "To be decided", tone: "danger" },
  decided: { label: "Decided", tone: "gold" },
  closed: { label: "Closed", tone: "neutral" },
  won: { label: "Dispute won", tone: "ok" },
};

export const options = (words: Record<string, Word>) =>
  Object.entries(words).map(([value, { label }]) => ({ value, label }));

/** "charged_back" and "chargebackOpened" → "Charged back", "Chargeback opened". */
export function inWords(name: string): string {
  const words = name.replaceAll("_", " ").replace(/([a-z])([A-Z])/g, "$1 $2");
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

/** Whose account it is, as far as the rows on the page tell. */
export function nameOf(
  accountId: string,
  rows: { accountId: string; username: string }[] = [],
): string {
  const found = rows.find((row) => row.accountId === accountId);
  return found?.username ?? `account …${accountId.slice(-6)}`;
}
