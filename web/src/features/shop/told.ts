import { countOf } from "@/lib/format";
import type { ServerEvents } from "@/realtime/events";
import { needsSupport, wordsOf } from "./words";

type Told = { kind: "success" | "info" | "error"; text: string };

/** What a member is told, wherever they are, when a payment of theirs changes. */
export function told(payment: ServerEvents["payment/changed"]): Told | undefined {
  const { status, tokens, bonus } = payment;
  if (status === "created") return undefined; // they have just begun it
  if (status === "paid") {
    const came = countOf(tokens + bonus, "token has", "tokens have");
    return { kind: "success", text: `Your payment has arrived: ${came} been added.` };
  }
  const { title, text } = wordsOf(payment);
  if (status === "pending")
    return { kind: "info", text: `${title}. Your tokens come by themselves.` };
  if (status === "failed" || needsSupport.includes(status))
    return { kind: "error", text: `${title}. ${text}` };
  return { kind: "info", text: `${title}.` };
}
