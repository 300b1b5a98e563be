import type { Order, OrderStatus } from "@/orders/types";
import { useNow } from "@/ui/useNow";
import { Deadline } from "./Deadline";
import type { Side } from "./sides";

const ends: Readonly<Record<Side, Partial<Record<OrderStatus, readonly [string, string]>>>> = {
  buyer: {
    created: ["If the seller does not begin within", "you get your tokens back."],
    processing: ["If it is not shipped within", "you get your tokens back."],
    shipped: ["It counts as delivered in", ""],
  },
  seller: {
    created: ["Begin within", "or it is refunded."],
    processing: ["Ship it within", "or it is refunded."],
    shipped: ["It counts as delivered in", ""],
  },
};

const over: Readonly<Record<Side, Partial<Record<OrderStatus, string>>>> = {
  buyer: {
    created: "The seller did not begin in time: you get your tokens back in a moment.",
    processing: "It was not shipped in time: you get your tokens back in a moment.",
    shipped: "It counts as delivered in a moment.",
  },
  seller: {
    created: "The time to begin is over: it is refunded in a moment.",
    processing: "The time to ship it is over: it is refunded in a moment.",
    shipped: "It counts as delivered in a moment.",
  },
};

/** What the clock does with an order, and when; nothing where it does nothing. */
export function Due({ side, order }: { side: Side; order: Order }) {
  const { dueAt, status } = order;
  const now = useNow();
  const words = ends[side][status];
  if (dueAt === undefined || words === undefined) return null;
  return (
    <p className="mt-2 border-t border-line pt-4 text-label font-normal text-fg2">
      {Date.parse(dueAt) <= now ? (
        over[side][status]
      ) : (
        <>
          {words[0]} <Deadline at={dueAt} /> {words[1]}
        </>
      )}
    </p>
  );
}
