import { countOf } from "@/lib/format";
import type { BadgeTone } from "@/ui/Badge";
import type { Payment, PaymentStatus } from "./api";

type Words = {
  /** In a list. */
  badge: string;
  tone: BadgeTone;
  /** What has happened. */
  title: string;
  /** What that means, and what comes next. */
  text: string;
};

const words: Record<Exclude<PaymentStatus, "paid">, Words> = {
  created: {
    badge: "Not paid yet",
    tone: "neutral",
    title: "We wait for your payment",
    text: "Nothing has been paid yet. As soon as the payment service tells us of it, your tokens are here.",
  },
  pending: {
    badge: "Pending",
    tone: "gold",
    title: "Your payment is on its way",
    text: "The payment service is still checking it. Your tokens come by themselves; you need not wait here.",
  },
  failed: {
    badge: "Declined",
    tone: "danger",
    title: "The payment was declined",
    text: "You got no tokens for it. Try again, or choose another way to pay.",
  },
  expired: {
    badge: "Expired",
    tone: "neutral",
    title: "The payment was not finished in time",
    text: "You got no tokens for it. Should the money arrive after all, they come by themselves.",
  },
  underpaid: {
    badge: "Underpaid",
    tone: "danger",
    title: "Less was paid than the price",
    text: "No tokens were credited, and your money is not lost: please write to us.",
  },
  quarantine: {
    badge: "Being looked at",
    tone: "gold",
    title: "We are looking at your payment",
    text: "Something about it did not agree, so a person looks at it. Please write to us if it takes long.",
  },
  refunded: {
    badge: "Refunded",
    tone: "sky",
    title: "This payment was given back",
    text: "The money went back the way it came, and the tokens of it were taken off your balance.",
  },
  charged_back: {
    badge: "Charged back",
    tone: "danger",
    title: "This payment was taken back",
    text: "The money was claimed back, so its tokens were taken, and spending may be paused. Please write to us.",
  },
};

/** A payment's state in plain words. */
export function wordsOf({
  status,
  tokens,
  bonus,
}: Pick<Payment, "status" | "tokens" | "bonus">): Words {
  if (status !== "paid") return words[status];
  return {
    badge: "Paid",
    tone: "ok",
    title: `${countOf(tokens + bonus, "token is", "tokens are")} yours`,
    text: "The payment has arrived, and the tokens are in your balance.",
  };
}

/** The states after which the member should talk to us. */
export const needsSupport: readonly PaymentStatus[] = ["underpaid", "quarantine", "charged_back"];

/** The states after which buying again makes sense. */
export const mayTryAgain: readonly PaymentStatus[] = ["created", "failed", "expired"];

const gateways: Record<string, string> = {
  sandbox: "Sandbox",
  stripe: "Stripe",
  ccbill: "CCBill",
  verotel: "Verotel",
  btcpay: "BTCPay",
  manual: "By hand",
};

/** A gateway by its id. */
export function gatewayName(id: string): string {
  return gateways[id] ?? id;
}
