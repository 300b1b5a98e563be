import { paths } from "@/app/paths";
import type { Order } from "@/orders/types";
import { itemName } from "@/orders/words";
import { Link } from "@/ui/Link";

/** The number of an order of something I sell, which leads to it. */
export function OrderNumber({ order: { _id, orderNumber } }: { order: Order }) {
  return (
    <Link
      href={paths.performer.order(_id)}
      className="tnum inline-flex min-h-11 items-center font-semibold hover:underline"
    >
      {orderNumber}
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
