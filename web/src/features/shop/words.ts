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

const words: Record<Exclude<PaymentStatus, "paid">, Words> = {
  created: {
    get badge() {
      return t("Not paid yet");
    },
    tone: "neutral",
    get title() {
      return t("We wait for your payment");
    },
    get text() {
      return t(
        "Nothing has been paid yet. As soon as the payment service tells us of it, your tokens are here.",
      );
    },
  },
  pending: {
    get badge() {
      return t("Pending");
    },
    tone: "gold",
    get title() {
      return t("Your payment is on its way");
    },
    get text() {
      return t(
        "The payment service is still checking it. Your tokens come by themselves; you need not wait here.",
      );
    },
  },
  failed: {
    get badge() {
      return t("Declined");
    },
    tone: "danger",
    get title() {
      return t("The payment was declined");
    },
    get text() {
      return t("You got no tokens for it. Try again, or choose another way to pay.");
    },
  },
  expired: {
    get badge() {
      return t("Expired");
    },
    tone: "neutral",
    get title() {
      return t("The payment was not finished in time");
    },
    get text() {
      return t(
        "You got no tokens for it. Should the money arrive after all, they come by themselves.",
      );
    },
  },
  underpaid: {
    get badge() {
      return t("Underpaid");
    },
    tone: "danger",
    get title() {
      return t("Less was paid than the price");
    },
    get text() {
      return t("No tokens were credited, and your money is not lost: please write to us.");
    },
  },
  quarantine: {
    get badge() {
      return t("Being looked at");
    },
    tone: "gold",
    get title() {
      return t("We are looking at your payment");
    },
    get text() {
      return t(
        "Something about it did not agree, so a person looks at it. Please write to us if it takes long.",
      );
    },
  },
  refunded: {
    get badge() {
      return t("Refunded");
    },
    tone: "sky",
    get title() {
      return t("This payment was given back");
    },
    get text() {
      return t(
        "The money went back the way it came, and the tokens of it were taken off your balance.",
      );
    },
  },
  charged_back: {
    get badge() {
      return t("Charged back");
    },
    tone: "danger",
    get title() {
      return t("This payment was taken back");
    },
    get text() {
      return t(
        "The money was claimed back, so its tokens were taken, and spending may be paused. Please write to us.",
      );
    },
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

const gateways: Record<string, string> = {
  get sandbox() {
    return t("Sandbox");
  },
  stripe: "Stripe",
  ccbill: "CCBill",
  verotel: "Verotel",
  btcpay: "BTCPay",
  get manual() {
    return t("By hand");
  },
};

/** A gateway by its id. */
export function gatewayName(id: string): string {
  return gateways[id] ?? id;
}
