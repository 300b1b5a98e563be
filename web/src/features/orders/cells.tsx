import type { Order } from "@/orders/types";
import { itemName } from "@/orders/words";
import { Link } from "@/ui/Link";
import { type Side, sides } from "./sides";

/** The number of an order, which leads to it. */
export function OrderNumber({ side, order }: { side: Side; order: Order }) {
  return (
    <Link
      href={sides[side].page(order._id)}
      className="tnum inline-flex min-h-11 items-center font-semibold hover:underline"
    >
      {order.orderNumber}
    </Link>
  );
}

/** What was ordered, in at most two lines. */
export function Item({ order }: { order: Order }) {
  return (
    <span className="line-clamp-2 max-w-72 whitespace-normal [overflow-wrap:anywhere]">
      {itemName(order)}
    </span>
  );
}
