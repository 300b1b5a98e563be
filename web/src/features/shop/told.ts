import type { ServerEvents } from "@/realtime/events";
import { t } from "./texts";
import { needsSupport, wordsOf } from "./words";

type Told = { kind: "success" | "info" | "error"; text: string };

/** What a member is told, wherever they are, when a payment of theirs changes. */
export function told(payment: ServerEvents["payment/changed"]): Told | undefined {
  const { status, tokens, bonus } = payment;
  if (status === "created") return undefined; // they have just begun it
  if (status === "paid") {
    const text = t(
      "Your payment has arrived: {count, plural, one {# token has} other {# tokens have}} been added.",
      { count: tokens + bonus },
    );
    return { kind: "success", text };
  }
  const { title, text } = wordsOf(payment);
  if (status === "pending")
    return { kind: "info", text: `${title}. ${t("Your tokens come by themselves.")}` };
  if (status === "failed" || needsSupport.includes(status))
    return { kind: "error", text: `${title}. ${text}` };
  return { kind: "info", text: `${title}.` };
}
