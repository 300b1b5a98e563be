import type { ReactNode } from "react";
import type { Order, OrderStatus } from "@/orders/types";
import { useNow } from "@/ui/useNow";
import { Deadline } from "./Deadline";
import type { Side } from "./sides";
import { t } from "./texts";

/** A sentence with the time that is left in it. */
type Within = (left: ReactNode) => ReactNode;

const delivered: Within = (left) => t.rich("It counts as delivered in {left}", { left });

const ends: Readonly<Record<Side, Partial<Record<OrderStatus, Within>>>> = {
  buyer: {
    created: (left) =>
      t.rich("If the seller does not begin within {left} you get your tokens back.", { left }),
    processing: (left) =>
      t.rich("If it is not shipped within {left} you get your tokens back.", { left }),
    shipped: delivered,
  },
  seller: {
    created: (left) => t.rich("Begin within {left} or it is refunded.", { left }),
    processing: (left) => t.rich("Ship it within {left} or it is refunded.", { left }),
    shipped: delivered,
  },
};

const over = (): Readonly<Record<Side, Partial<Record<OrderStatus, string>>>> => ({
  buyer: {
    created: t("The seller did not begin in time: you get your tokens back in a moment."),
    processing: t("It was not shipped in time: you get your tokens back in a moment."),
    shipped: t("It counts as delivered in a moment."),
  },
  seller: {
    created: t("The time to begin is over: it is refunded in a moment."),
    processing: t("The time to ship it is over: it is refunded in a moment."),
    shipped: t("It counts as delivered in a moment."),
  },
});

/** What the clock does with an order, and when; nothing where it does nothing. */
export function Due({ side, order }: { side: Side; order: Order }) {
  const { dueAt, status } = order;
  const now = useNow();
  const words = ends[side][status];
  if (dueAt === undefined || words === undefined) return null;
  return (
    <p className="mt-2 border-t border-line pt-4 text-label font-normal text-fg2">
      {Date.parse(dueAt) <= now ? over()[side][status] : words(<Deadline at={dueAt} />)}
    </p>
  );
}
