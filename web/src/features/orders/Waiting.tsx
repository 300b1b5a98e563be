import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { idempotencyKey } from "@/api/client";
import { messageOf } from "@/api/errors";
import { useBeginOrders, waitingOrders } from "@/orders/api";
import type { SoldOrder } from "@/orders/types";
import { leftOf } from "@/orders/words";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { type Column, DataTable } from "@/ui/DataTable";
import { focusHeading } from "@/ui/focusHeading";
import { LoadFailure } from "@/ui/States";
import { toast } from "@/ui/toast";
import { Item, OrderNumber } from "./cells";
import { Deadline } from "./Deadline";
import { ShipDialog } from "./ShipDialog";
import { t } from "./texts";

/** What was asked, as it was when the button was pressed: the list goes on beside the question. */
type Asked = { orders: readonly SoldOrder[]; which: Which };

/** All of a list, the two of it, or the first of a longer one. */
type Which = "both" | "first" | "all";

/** What nobody has begun with, the first to run out on top; nothing when there is none. */
export function ToBegin() {
  const list = useQuery(waitingOrders("created"));
  const { begin, isPending } = useBegin();
  const [asked, setAsked] = useState<Asked>();
  const rows = list.data?.data ?? [];
  return (
    <>
      {list.data === undefined || rows.length === 0 ? (
        <LoadFailure query={list} what={t("What waits to be begun")} />
      ) : (
        <BeginCard
          rows={rows}
          total={list.data.total}
          failure={<LoadFailure query={list} what={t("What waits to be begun")} inset />}
          isPending={isPending}
          onBegin={(order) => begin([order])}
          onAsk={setAsked}
        />
      )}
      {asked && (
        <ConfirmDialog
          open
          onClose={() => setAsked(undefined)}
          title={t(
            "Start processing {which, select, both {both} first {the first {count}} other {all {count}}}?",
            { which: asked.which, count: asked.orders.length },
          )}
          description={t(
            "Their buyers cannot cancel them any more. Your tokens are held until you ship them.",
          )}
          verb={t("Start processing")}
          tone="brand"
          onConfirm={() => begin(asked.orders)}
        />
      )}
    </>
  );
}

type BeginCardProps = {
  rows: readonly SoldOrder[];
  total: number;
  failure: ReactNode;
  isPending: boolean;
  onBegin: (order: SoldOrder) => void;
  onAsk: (asked: Asked) => void;
};

function BeginCard({ rows, total, failure, isPending, onBegin, onAsk }: BeginCardProps) {
  const held = rows.reduce((sum, order) => sum + leftOf(order), 0);
  const count = rows.length;
  const isPart = total > count;
  const which = count === 2 ? "both" : isPart ? "first" : "all";
  return (
    <Card
      flush
      title={t("To begin with ({total})", { total })}
      aside={
        rows.length > 1 && (
          <Button
            variant="outline"
            size="sm"
            pending={isPending}
            onClick={() => onAsk({ orders: rows, which })}
          >
            {t(
              "Start processing {which, select, both {both} first {the first {count}} other {all {count}}}",
              { which, count },
            )}
          </Button>
        )
      }
    >
      <p className="px-4 pb-3 text-label font-normal text-fg2 lg:px-5">
        {isPart
          ? t(
              "{held, plural, one {# token is} other {# tokens are}} held for the first {count} of them; the others follow. What nobody begins with in time is refunded.",
              { held, count },
            )
          : t(
              "{held, plural, one {# token is} other {# tokens are}} held. What nobody begins with in time is refunded.",
              { held },
            )}
      </p>
      {failure}
      <DataTable
        label={t("To begin with")}
        columns={beginColumns(onBegin, isPending)}
        rows={rows}
        rowKey={({ _id }) => _id}
      />
    </Card>
  );
}

function beginColumns(
  onBegin: (order: SoldOrder) => void,
  isPending: boolean,
): Column<SoldOrder>[] {
  return [
    ...shared(),
    {
      id: "due",
      header: t("Begin within"),
      cell: (order) => <Within order={order} />,
    },
    {
      id: "acts",
      header: "",
      cell: (order) => (
        <Button
          size="sm"
          variant="brand"
          // A disabled one would lose the focus, and its row may stay.
          aria-disabled={isPending}
          className="aria-disabled:opacity-50"
          aria-label={t("Start processing the order {number}", { number: order.orderNumber })}
          onClick={() => onBegin(order)}
        >
          {t("Start processing")}
        </Button>
      ),
    },
  ];
}

/** What was begun and is still to be sent; nothing when there is none. */
export function ToShip() {
  const list = useQuery(waitingOrders("processing"));
  const [ships, setShips] = useState<SoldOrder>();
  const rows = list.data?.data ?? [];
  if (list.data === undefined || rows.length === 0) {
    return <LoadFailure query={list} what={t("What is to be shipped")} />;
  }
  return (
    <Card flush title={t("To ship ({total})", { total: list.data.total })}>
      {list.data.total > rows.length && (
        <p className="px-4 pb-3 text-label font-normal text-fg2 lg:px-5">
          {t("The first {count}; the others follow, and are among all orders below.", {
            count: rows.length,
          })}
        </p>
      )}
      <LoadFailure query={list} what={t("What is to be shipped")} inset />
      <DataTable
        label={t("To ship")}
        columns={[
          ...shared(),
          { id: "due", header: t("Ship within"), cell: (order) => <Within order={order} /> },
          {
            id: "acts",
            header: "",
            cell: (order) => (
              <Button
                size="sm"
                variant="brand"
                disabled={order.paymentChecked}
                aria-label={t("Mark the order {number} as shipped", { number: order.orderNumber })}
                onClick={() => setShips(order)}
              >
                {t("Mark as shipped")}
              </Button>
            ),
          },
        ]}
        rows={rows}
        rowKey={({ _id }) => _id}
      />
      {ships && <ShipDialog order={ships} onClose={() => setShips(undefined)} />}
    </Card>
  );
}

/** Until when a seller must go on with an order; nothing counts while its payment is checked. */
function Within({ order: { dueAt, paymentChecked } }: { order: SoldOrder }) {
  if (paymentChecked) return <Badge>{t("Payment is being checked")}</Badge>;
  return dueAt ? <Deadline at={dueAt} /> : "–";
}

const shared = (): Column<SoldOrder>[] => [
  {
    id: "number",
    header: t("Order"),
    cell: (order) => <OrderNumber side="seller" order={order} />,
  },
  { id: "item", header: t("Item"), cell: (order) => <Item order={order} /> },
  { id: "who", header: t("Buyer"), cell: ({ userInfo }) => userInfo.username },
  {
    id: "held",
    header: t("Held"),
    numeric: true,
    cell: (order) => t("{count, plural, one {# token} other {# tokens}}", { count: leftOf(order) }),
  },
];

/** Begins with orders, one press at a time, and says what became of them. */
function useBegin() {
  const beginning = useBeginOrders();
  const [isPending, setPending] = useState(false);
  const isBusy = useRef(false); // a second press may come before the first is drawn
  const keys = useRef(new Map<string, string>());
  function keyOf(id: string) {
    const key = keys.current.get(id) ?? idempotencyKey();
    keys.current.set(id, key);
    return key;
  }
  async function begin(orders: readonly SoldOrder[]) {
    if (isBusy.current) return;
    isBusy.current = true;
    setPending(true);
    const failed = await beginning.mutateAsync(
      orders.map(({ _id: id }) => ({ id, key: keyOf(id) })),
    );
    isBusy.current = false;
    setPending(false);
    const begun = orders.length - failed.size;
    if (begun > 0) {
      focusHeading(); // the pressed rows go
      toast.success(
        t("{count, plural, one {# order is} other {# orders are}} being processed.", {
          count: begun,
        }),
      );
    }
    for (const { _id, orderNumber } of orders) {
      if (failed.has(_id))
        toast.error(
          t("Order {number}: {why}", { number: orderNumber, why: messageOf(failed.get(_id)) }),
        );
    }
  }
  return { begin, isPending };
}
