import { Check, Undo2, X } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "@/lib/cx";
import { formatDateTime } from "@/lib/time";
import { Card } from "@/ui/Card";
import { t } from "./texts";
import type { Order, OrderStatus } from "./types";
import { statusName } from "./words";

type Step = { status: OrderStatus; at?: string | undefined; state: "done" | "now" | "next" };

const path: readonly OrderStatus[] = ["created", "processing", "shipped", "delivered"];

/**
 * The steps of an order: what has happened with its instant, where it stands, and what is still to
 * come. One that ended goes no further than it came.
 */
export function stepsOf(order: Order): Step[] {
  const { status, createdAt, updatedAt, shippedAt, deliveredAt } = order;
  const known: Partial<Record<OrderStatus, string | undefined>> = {
    created: createdAt,
    shipped: shippedAt,
    delivered: deliveredAt,
    [status]: status === "delivered" ? (deliveredAt ?? updatedAt) : updatedAt,
    ...(status === "created" && { created: createdAt }),
  };
  if (status === "cancelled" || status === "refunded") {
    const came = path.filter((step) => known[step] !== undefined);
    return [
      ...came.map((step): Step => ({ status: step, at: known[step], state: "done" })),
      { status, at: known[status], state: "now" },
    ];
  }
  // What is not sent is there at once.
  const steps = order.productType === "digital" ? path.filter(isOfDigital) : path;
  const at = steps.indexOf(status);
  return steps.map((step, place) => ({
    status: step,
    at: place <= at ? known[step] : undefined,
    state: place < at || status === "delivered" ? "done" : place === at ? "now" : "next",
  }));
}

function isOfDigital(status: OrderStatus): boolean {
  return status === "created" || status === "delivered";
}

type TimelineProps = {
  order: Order;
  /** What comes next by itself. */
  children?: ReactNode;
};

/** How far an order is, step by step. */
export function Timeline({ order, children }: TimelineProps) {
  return (
    <Card title={t("Progress")}>
      <ol className="grid" aria-label={t("Progress")}>
        {stepsOf(order).map((step) => (
          <Line key={step.status} step={step} />
        ))}
      </ol>
      {order.reason && (
        <p className="mt-2 text-label text-fg2 whitespace-pre-line [overflow-wrap:anywhere]">
          {order.reason}
        </p>
      )}
      {children}
    </Card>
  );
}

function Line({ step: { status, at, state } }: { step: Step }) {
  const isEnd = status === "cancelled" || status === "refunded";
  return (
    <li
      aria-current={state === "now" ? "step" : undefined}
      className="group relative flex gap-3 pb-5 last:pb-0"
    >
      <span
        aria-hidden
        className={cx(
          "absolute top-7 bottom-0 start-[13px] w-0.5 group-last:hidden",
          state === "done" ? "bg-ok" : "bg-line2",
        )}
      />
      <span
        aria-hidden
        className={cx(
          "grid size-7 shrink-0 place-items-center rounded-full",
          isEnd && "bg-s3 text-fg2",
          !isEnd && state === "done" && "bg-ok text-ok-on",
          !isEnd && state === "now" && "bg-brand text-on-brand",
          state === "next" && "border-2 border-line2",
        )}
      >
        {status === "cancelled" && <X size={15} />}
        {status === "refunded" && <Undo2 size={15} />}
        {!isEnd && state === "done" && <Check size={15} strokeWidth={3} />}
        {!isEnd && state === "now" && <span className="size-2 rounded-full bg-on-brand" />}
      </span>
      <span className="min-w-0 pt-0.5">
        <span className={cx("block text-label font-semibold", state === "next" && "text-fg3")}>
          {statusName(status)}
          {state === "next" && <span className="sr-only">, {t("still to come")}</span>}
        </span>
        {at && <span className="tnum block text-caption text-fg3">{formatDateTime(at)}</span>}
      </span>
    </li>
  );
}
