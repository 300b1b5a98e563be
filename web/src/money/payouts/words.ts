import { formatDecimal } from "@/lib/money";
import { kindSum } from "@/money/kinds";
import type { BadgeTone } from "@/ui/Badge";
import { t } from "../texts";
import type { Method, Status } from "./types";

/** The ways of being paid, in the order in which they are offered. */
export const methods = (): readonly { value: Method; label: string }[] => [
  { value: "bank_transfer", label: t("Bank transfer") },
  { value: "direct_deposit", label: t("Direct deposit") },
  { value: "paxum", label: t("Paxum") },
  { value: "bitpay", label: t("BitPay") },
];

export function isMethod(text: string | undefined): text is Method {
  return methods().some(({ value }) => value === text);
}

/** `text` is what the server calls the method. */
export function methodName(text: string): string {
  return methods().find(({ value }) => value === text)?.label ?? text;
}

/** The states of a request, in the order of its life. */
export const statuses = (): readonly { value: Status; label: string; tone: BadgeTone }[] => [
  { value: "pending", label: t("Pending"), tone: "gold" },
  { value: "processing", label: t("Being paid"), tone: "sky" },
  { value: "done", label: t("Paid"), tone: "ok" },
  { value: "rejected", label: t("Rejected"), tone: "danger" },
  { value: "cancelled", label: t("Cancelled"), tone: "neutral" },
];

export function isStatus(text: string | undefined): text is Status {
  return statuses().some(({ value }) => value === text);
}

// Lines that are no kind of transfer, or one in other eyes.
const others = (): Readonly<Record<string, string>> => ({
  carried: t("Left over, taken back or rounded"),
  payout_done: t("Payouts made by the studio"),
});

/** What a line of a payout covers. */
export function lineName(kind: string): string {
  return others()[kind] ?? kindSum(kind);
}

/** "1234.50" and "EUR" read "1,234.50 EUR". The digits stay text, so none is rounded. */
export function formatMoney(amount: string, currency: string): string {
  return `${formatDecimal(amount)} ${currency}`;
}
