import type { QueryClient } from "@tanstack/react-query";
import { paths } from "@/app/paths";
import type { ServerEvents } from "@/realtime/events";
import type { Role } from "@/session/roles";
import { orderKeys } from "./api";
import type { OrderStatus } from "./types";

/** What a buyer hears; what they did themselves they know. */
const toldBuyer: Partial<Record<OrderStatus, string>> = {
  processing: "is being prepared.",
  shipped: "is on its way.",
  delivered: "was delivered.",
  refunded: "was refunded.",
};

/** What a seller hears of what others did. A sale is told by its own event. */
const toldSeller: Partial<Record<OrderStatus, string>> = {
  cancelled: "was cancelled: do not send it.",
};

/** Asks for all orders on screen again, and answers what is told, and what a press on it shows. */
export function orderChanged(
  queries: QueryClient,
  { _id, orderNumber, status, corrected = false }: ServerEvents["order/changed"],
  role: Role | undefined,
): { id: string; text: string; path: string } | undefined {
  queries.invalidateQueries({ queryKey: orderKeys.all });
  const isSeller = role === "performer";
  const said = (isSeller ? toldSeller : toldBuyer)[status];
  if (corrected ? isSeller : !said) return undefined;
  const path = isSeller ? paths.performer.order(_id) : paths.user.order(_id);
  return {
    id: `order-${_id}-${corrected ? "tracking" : status}`,
    text: corrected
      ? `The tracking of order ${orderNumber} was corrected.`
      : `Order ${orderNumber} ${said}`,
    path,
  };
}
