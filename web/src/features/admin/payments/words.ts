import type { BadgeTone } from "@/ui/Badge";
import type { Case, Intent, Odd } from "./api";
import { t } from "./texts";

type Word = { label: string; tone: BadgeTone };

export const statuses: Record<Intent["status"], Word> = {
  created: {
    get label() {
      return t("Created");
    },
    tone: "neutral",
  },
  pending: {
    get label() {
      return t("Pending");
    },
    tone: "gold",
  },
  paid: {
    get label() {
      return t("Paid");
    },
    tone: "ok",
  },
  refunded: {
    get label() {
      return t("Refunded");
    },
    tone: "sky",
  },
  charged_back: {
    get label() {
      return t("Charged back");
    },
    tone: "danger",
  },
  failed: {
    get label() {
      return t("Failed");
    },
    tone: "danger",
  },
  expired: {
    get label() {
      return t("Expired");
    },
    tone: "neutral",
  },
  underpaid: {
    get label() {
      return t("Underpaid");
    },
    tone: "danger",
  },
  quarantine: {
    get label() {
      return t("Quarantine");
    },
    tone: "danger",
  },
};

export const oddStatuses: Record<Odd["status"], Word> = {
  open: {
    get label() {
      return t("Open");
    },
    tone: "danger",
  },
  approved: {
    get label() {
      return t("Waits for a second admin");
    },
    tone: "gold",
  },
  applied: {
    get label() {
      return t("Applied");
    },
    tone: "ok",
  },
  dropped: {
    get label() {
      return t("Dropped");
    },
    tone: "neutral",
  },
};

export const caseStatuses: Record<Case["status"], Word> = {
  open: {
    get label() {
      return t("To be decided");
    },
    tone: "danger",
  },
  decided: {
    get label() {
      return t("Decided");
    },
    tone: "gold",
  },
  closed: {
    get label() {
      return t("Closed");
    },
    tone: "neutral",
  },
  won: {
    get label() {
      return t("Dispute won");
    },
    tone: "ok",
  },
};

export const options = (words: Record<string, Word>) =>
  Object.entries(words).map(([value, { label }]) => ({ value, label }));

const said: Readonly<Record<string, string>> = {
  get pending() {
    return t("Pending");
  },
  get paid() {
    return t("Paid");
  },
  get failed() {
    return t("Failed");
  },
  get expired() {
    return t("Expired");
  },
  get underpaid() {
    return t("Underpaid");
  },
  get overpaid() {
    return t("Overpaid");
  },
  get refunded() {
    return t("Refunded");
  },
  get voided() {
    return t("Voided");
  },
  get "refund-failed"() {
    return t("Refund-failed");
  },
  get "chargeback-opened"() {
    return t("Chargeback-opened");
  },
  get "chargeback-won"() {
    return t("Chargeback-won");
  },
  get "chargeback-lost"() {
    return t("Chargeback-lost");
  },
  get "fraud-reported"() {
    return t("Fraud-reported");
  },
  get debited() {
    return t("Debited");
  },
  get done() {
    return t("Done");
  },
  get refused() {
    return t("Refused");
  },
  get refund() {
    return t("Refund");
  },
  get dispute() {
    return t("Dispute");
  },
  get recover() {
    return t("Recover");
  },
  get writeOff() {
    return t("Write off");
  },
  get close() {
    return t("Close");
  },
};

/** What an event says, what a debt comes from, and what was decided about it. */
export function inWords(name: string): string {
  return said[name] ?? name;
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
