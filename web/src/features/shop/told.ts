import type { News } from "@/declared/news";
import type { ServerEvents } from "@/realtime/events";
import { t } from "./texts";
import { needsSupport, wordsOf } from "./words";

/** What a member is told, wherever they are, when a payment of theirs changes. */
export function told(payment: ServerEvents["payment/changed"]): News | undefined {
  const { status, tokens, bonus } = payment;
  // The same payment tells itself once, however often it is repeated.
  const id = `payment-${payment.id}-${status}`;
  if (status === "created") return undefined; // they have just begun it
  if (status === "paid") {
    const text = t(
      "Your payment has arrived: {count, plural, one {# token has} other {# tokens have}} been added.",
      { count: tokens + bonus },
    );
    return { id, kind: "success", text };
  }
  const { title, text } = wordsOf(payment);
  if (status === "pending")
    return { id, kind: "info", text: `${title}. ${t("Your tokens come by themselves.")}` };
  if (status === "failed" || needsSupport.includes(status))
    return { id, kind: "error", text: `${title}. ${text}` };
  return { id, kind: "info", text: `${title}.` };
}
