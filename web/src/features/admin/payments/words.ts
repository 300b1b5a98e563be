import type { BadgeTone } from "@/ui/Badge";
import type { Case, Intent, Odd } from "./api";
import { t } from "./texts";

type Word = { label: string; tone: BadgeTone };

export const statuses = (): Record<Intent["status"], Word> => ({
  created: { label: t("Created"), tone: "neutral" },
  pending: { label: t("Pending"), tone: "gold" },
  paid: { label: t("Paid"), tone: "ok" },
  refunded: { label: t("Refunded"), tone: "sky" },
  charged_back: { label: t("Charged back"), tone: "danger" },
  failed: { label: t("Failed"), tone: "danger" },
  expired: { label: t("Expired"), tone: "neutral" },
  underpaid: { label: t("Underpaid"), tone: "danger" },
  quarantine: { label: t("Quarantine"), tone: "danger" },
});

export const oddStatuses = (): Record<Odd["status"], Word> => ({
  open: { label: t("Open"), tone: "danger" },
  approved: { label: t("Waits for a second admin"), tone: "gold" },
  applied: { label: t("Applied"), tone: "ok" },
  dropped: { label: t("Dropped"), tone: "neutral" },
});

export const caseStatuses = (): Record<Case["status"], Word> => ({
  open: { label: t("To be decided"), tone: "danger" },
  decided: { label: t("Decided"), tone: "gold" },
  closed: { label: t("Closed"), tone: "neutral" },
  won: { label: t("Dispute won"), tone: "ok" },
});

export const options = (words: Record<string, Word>) =>
  Object.entries(words).map(([value, { label }]) => ({ value, label }));

const said = (): Readonly<Record<string, string>> => ({
  pending: t("Pending"),
  paid: t("Paid"),
  failed: t("Failed"),
  expired: t("Expired"),
  underpaid: t("Underpaid"),
  overpaid: t("Overpaid"),
  refunded: t("Refunded"),
  voided: t("Voided"),
  "refund-failed": t("Refund-failed"),
  "chargeback-opened": t("Chargeback-opened"),
  "chargeback-won": t("Chargeback-won"),
  "chargeback-lost": t("Chargeback-lost"),
  "fraud-reported": t("Fraud-reported"),
  debited: t("Debited"),
  done: t("Done"),
  refused: t("Refused"),
  refund: t("Refund"),
  dispute: t("Dispute"),
  recover: t("Recover"),
  writeOff: t("Write off"),
  close: t("Close"),
});

/** What an event says, what a debt comes from, and what was decided about it. */
export function inWords(name: string): string {
  return said()[name] ?? name;
}

/** An entry that no gateway made. */
export function byHand(kind: string): string {
  return t("{kind, select, credit {By hand: credit} other {By hand: debit}}", { kind });
}

/** Whose account it is, as far as the rows on the page tell. */
export function nameOf(
  accountId: string,
  rows: { accountId: string; username: string }[] = [],
): string {
  const found = rows.find((row) => row.accountId === accountId);
  return found?.username ?? t("account …{id}", { id: accountId.slice(-6) });
}
