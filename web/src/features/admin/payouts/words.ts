import { formatDateTime } from "@/lib/time";
import type { PayoutRequest } from "@/money/payouts/types";
import type { BadgeTone } from "@/ui/Badge";
import type { BatchState, Decider, Rail } from "./api";
import { t } from "./texts";

/** The files that there are, and what each can carry. */
export const rails = (): readonly { value: Rail; label: string; carries: string }[] => [
  {
    value: "csv",
    label: t("Table for paying by hand (CSV)"),
    carries: t("Every method, every currency."),
  },
  {
    value: "sepa",
    label: t("SEPA credit transfer (pain.001)"),
    carries: t("Bank transfers in euros to an IBAN inside SEPA."),
  },
  { value: "ach", label: "ACH (NACHA)", carries: t("Direct deposits in dollars.") },
  { value: "wire", label: t("Wire transfers (CSV)"), carries: t("Bank transfers with a BIC.") },
  { value: "paxum", label: t("Paxum mass payment (CSV)"), carries: t("Paxum accounts.") },
  { value: "bitpay", label: t("Crypto addresses (CSV)"), carries: t("BitPay addresses.") },
];

export function isRail(text: string): text is Rail {
  return rails().some(({ value }) => value === text);
}

export function railName(rail: Rail): string {
  return rails().find(({ value }) => value === rail)?.label ?? rail;
}

/**
 * Whether a file can carry a request, as far as its list tells. What its masked
 * destination hides, such as the country of an IBAN, the server knows and refuses.
 */
export function carries(rail: Rail, { paymentAccountType, currency }: PayoutRequest): boolean {
  switch (rail) {
    case "csv":
      return true;
    case "sepa":
      return paymentAccountType === "bank_transfer" && currency === "EUR";
    case "ach":
      return paymentAccountType === "direct_deposit" && currency === "USD";
    case "wire":
      return paymentAccountType === "bank_transfer";
    default:
      return paymentAccountType === rail;
  }
}

export const batchStates = (): readonly { value: BatchState; label: string; tone: BadgeTone }[] => [
  { value: "frozen", label: t("Waits for another admin"), tone: "gold" },
  { value: "approved", label: t("Approved"), tone: "sky" },
  { value: "paid", label: t("Paid"), tone: "ok" },
  { value: "discarded", label: t("Discarded"), tone: "neutral" },
];

export function isBatchState(text: string | undefined): text is BatchState {
  return batchStates().some(({ value }) => value === text);
}

export const deciders = (): readonly { value: Decider; label: string }[] => [
  { value: "site", label: t("The site") },
  { value: "studio", label: t("A studio") },
];

export function isDecider(text: string | undefined): text is Decider {
  return deciders().some(({ value }) => value === text);
}

/** The sum of decimal amounts of one currency, in its smallest unit, so that none is rounded. */
export function sumOf(amounts: readonly string[]): string {
  const decimals = Math.max(0, ...amounts.map((amount) => amount.split(".")[1]?.length ?? 0));
  const minor = amounts.reduce((sum, amount) => {
    const [whole = "0", part = ""] = amount.split(".");
    return sum + BigInt(whole + part.padEnd(decimals, "0"));
  }, 0n);
  const digits = String(minor).padStart(decimals + 1, "0");
  if (decimals === 0) return digits;
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

export type Release = NonNullable<PayoutRequest["releases"]>[number];

/** How a request left an exported file, and who said that the bank did not pay it. */
export function releaseOf({ exportedAt, bounced, saidBy, agreedBy }: Release): string {
  const told = {
    time: formatDateTime(exportedAt),
    who: agreedBy
      ? t("{one} and {other}", { one: saidBy.username, other: agreedBy.username })
      : saidBy.username,
  };
  return bounced
    ? t("Was exported on {time}, said to have bounced by {who}", told)
    : t("Was exported on {time}, discarded by {who}", told);
}
