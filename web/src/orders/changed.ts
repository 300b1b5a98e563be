import { paths } from "@/app/paths";
import type { Hearer, News } from "@/declared/news";
import type { ServerEvents } from "@/realtime/events";
import { orderKeys } from "./api";
import { t } from "./texts";
import type { OrderStatus } from "./types";

/** What a buyer hears; what they did themselves they know. */
const toldBuyer: readonly OrderStatus[] = ["processing", "shipped", "delivered", "refunded"];

/** What a seller hears of what others did. A sale is told by its own event. */
const toldSeller: readonly OrderStatus[] = ["cancelled"];

/** Asks for all orders on screen again, and answers what is told, and what a press on it shows. */
export function orderChanged(
  { _id, orderNumber, status, corrected = false }: ServerEvents["order/changed"],
  { session, queries }: Hearer,
): News | undefined {
  queries.invalidateQueries({ queryKey: orderKeys.all });
  const isSeller = session?.role === "performer";
  const isTold = (isSeller ? toldSeller : toldBuyer).includes(status);
  if (corrected ? isSeller : !isTold) return undefined;
  const path = isSeller ? paths.performer.order(_id) : paths.user.order(_id);
  return {
    id: `order-${_id}-${corrected ? "tracking" : status}`,
    text: corrected
      ? t("The tracking of order {orderNumber} was corrected.", { orderNumber })
      : t(
          "{status, select, processing {Order {orderNumber} is being prepared.} shipped {Order {orderNumber} is on its way.} delivered {Order {orderNumber} was delivered.} refunded {Order {orderNumber} was refunded.} other {Order {orderNumber} was cancelled: do not send it.}}",
          { status, orderNumber },
        ),
    path,
  };
}
