import type { BadgeTone } from "@/ui/Badge";
import type { Payment, PaymentStatus } from "./api";
import { t } from "./texts";

type Words = {
  /** In a list. */
  badge: string;
  tone: BadgeTone;
  /** What has happened. */
  title: string;
  /** What that means, and what comes next. */
  text: string;
};

const words = (): Record<Exclude<PaymentStatus, "paid">, Words> => ({
  created: {
    badge: t("Not paid yet"),
    tone: "neutral",
    title: t("We wait for your payment"),
    text: t(
      "Nothing has been paid yet. As soon as the payment service tells us of it, your tokens are here.",
    ),
  },
  pending: {
    badge: t("Pending"),
    tone: "gold",
    title: t("Your payment is on its way"),
    text: t(
      "The payment service is still checking it. Your tokens come by themselves; you need not wait here.",
    ),
  },
  failed: {
    badge: t("Declined"),
    tone: "danger",
    title: t("The payment was declined"),
    text: t("You got no tokens for it. Try again, or choose another way to pay."),
  },
  expired: {
    badge: t("Expired"),
    tone: "neutral",
    title: t("The payment was not finished in time"),
    text: t(
      "You got no tokens for it. Should the money arrive after all, they come by themselves.",
    ),
  },
  underpaid: {
    badge: t("Underpaid"),
    tone: "danger",
    title: t("Less was paid than the price"),
    text: t("No tokens were credited, and your money is not lost: please write to us."),
  },
  quarantine: {
    badge: t("Being looked at"),
    tone: "gold",
    title: t("We are looking at your payment"),
    text: t(
      "Something about it did not agree, so a person looks at it. Please write to us if it takes long.",
    ),
  },
  refunded: {
    badge: t("Refunded"),
    tone: "sky",
    title: t("This payment was given back"),
    text: t(
      "The money went back the way it came, and the tokens of it were taken off your balance.",
    ),
  },
  charged_back: {
    badge: t("Charged back"),
    tone: "danger",
    title: t("This payment was taken back"),
    text: t(
      "The money was claimed back, so its tokens were taken, and spending may be paused. Please write to us.",
    ),
  },
});

/** A payment's state in plain words. */
export function wordsOf({
  status,
  tokens,
  bonus,
}: Pick<Payment, "status" | "tokens" | "bonus">): Words {
  if (status !== "paid") return words()[status];
  return {
    badge: t("Paid"),
    tone: "ok",
    title: t("{count, plural, one {# token is} other {# tokens are}} yours", {
      count: tokens + bonus,
    }),
    text: t("The payment has arrived, and the tokens are in your balance."),
  };
}

/** The states after which the member should talk to us. */
export const needsSupport: readonly PaymentStatus[] = ["underpaid", "quarantine", "charged_back"];

/** The states after which buying again makes sense. */
export const mayTryAgain: readonly PaymentStatus[] = ["created", "failed", "expired"];

const gateways = (): Record<string, string> => ({
  sandbox: t("Sandbox"),
  stripe: "Stripe",
  ccbill: "CCBill",
  verotel: "Verotel",
  btcpay: "BTCPay",
  manual: t("By hand"),
});

/** A gateway by its id. */
export function gatewayName(id: string): string {
  return gateways()[id] ?? id;
}
