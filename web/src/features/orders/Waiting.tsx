import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { idempotencyKey } from "@/api/client";
import { messageOf } from "@/api/errors";
import { countOf } from "@/lib/format";
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

/** What was asked, as it was when the button was pressed: the list goes on beside the question. */
type Asked = { orders: readonly SoldOrder[]; which: string };

/** What nobody has begun with, the first to run out on top; nothing when there is none. */
export function ToBegin() {
  const list = useQuery(waitingOrders("created"));
  const { begin, isPending } = useBegin();
  const [asked, setAsked] = useState<Asked>();
  const rows = list.data?.data ?? [];
  return (
    <>
      {list.data === undefined || rows.length === 0 ? (
        <LoadFailure query={list} what="What waits to be begun" />
      ) : (
        <BeginCard
          rows={rows}
          total={list.data.total}
          failure={<LoadFailure query={list} what="What waits to be begun" inset />}
          isPending={isPending}
          onBegin={(order) => begin([order])}
          onAsk={setAsked}
        />
      )}
      {asked && (
        <ConfirmDialog
          open
          onClose={() => setAsked(undefined)}
          title={`Start processing ${asked.which}?`}
          description="Their buyers cannot cancel them any more. Your tokens are held until you ship them."
          verb="Start processing"
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
  const all = total > rows.length ? `the first ${rows.length}` : `all ${rows.length}`;
  const which = rows.length === 2 ? "both" : all;
  return (
    <Card
      flush
      title={`To begin with (${total})`}
      aside={
        rows.length > 1 && (
          <Button
            variant="outline"
            size="sm"
            pending={isPending}
            onClick={() => onAsk({ orders: rows, which })}
          >
            Start processing {which}
          </Button>
        )
      }
    >
      <p className="px-4 pb-3 text-label font-normal text-fg2 lg:px-5">
        {countOf(held, "token is", "tokens are")} held
        {total > rows.length && ` for ${all} of them; the others follow`}. What nobody begins with
        in time is refunded.
      </p>
      {failure}
      <DataTable
        label="To begin with"
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
    ...shared,
    {
      id: "due",
      header: "Begin within",
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
          aria-label={`Start processing the order ${order.orderNumber}`}
          onClick={() => onBegin(order)}
        >
          Start processing
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
    return <LoadFailure query={list} what="What is to be shipped" />;
  }
  return (
    <Card flush title={`To ship (${list.data.total})`}>
      {list.data.total > rows.length && (
        <p className="px-4 pb-3 text-label font-normal text-fg2 lg:px-5">
          The first {rows.length}; the others follow, and are among all orders below.
        </p>
      )}
      <LoadFailure query={list} what="What is to be shipped" inset />
      <DataTable
        label="To ship"
        columns={[
          ...shared,
          { id: "due", header: "Ship within", cell: (order) => <Within order={order} /> },
          {
            id: "acts",
            header: "",
            cell: (order) => (
              <Button
                size="sm"
                variant="brand"
                disabled={order.paymentChecked}
                aria-label={`Mark the order ${order.orderNumber} as shipped`}
                onClick={() => setShips(order)}
              >
                Mark as shipped
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
  if (paymentChecked) return <Badge>Payment is being checked</Badge>;
  return dueAt ? <Deadline at={dueAt} /> : "–";
}

const shared: Column<SoldOrder>[] = [
  { id: "number", header: "Order", cell: (order) => <OrderNumber side="seller" order={order} /> },
  { id: "item", header: "Item", cell: (order) => <Item order={order} /> },
  { id: "who", header: "Buyer", cell: ({ userInfo }) => userInfo.username },
  { id: "held", header: "Held", numeric: true, cell: (order) => countOf(leftOf(order), "token") },
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
      toast.success(`${countOf(begun, "order is", "orders are")} being processed.`);
    }
    for (const { _id, orderNumber } of orders) {
      if (failed.has(_id)) toast.error(`Order ${orderNumber}: ${messageOf(failed.get(_id))}`);
    }
  }
  return { begin, isPending };
}
