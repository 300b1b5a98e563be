import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "@/api/errors";
import { countOf } from "@/lib/format";
import { formatDateTime } from "@/lib/time";
import { useUpdateOrder, waitingOrders } from "@/orders/api";
import type { SoldOrder } from "@/orders/types";
import { isSoon, timeLeft } from "@/orders/words";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { type Column, DataTable } from "@/ui/DataTable";
import { LoadFailure } from "@/ui/States";
import { toast } from "@/ui/toast";
import { useNow } from "@/ui/useNow";
import { Item, OrderNumber } from "./cells";
import { ShipDialog } from "./ShipDialog";

/** What nobody has begun with, the first to run out on top; nothing when there is none. */
export function ToBegin() {
  const list = useQuery(waitingOrders("created"));
  const { begin, isPending } = useBegin();
  const rows = list.data?.data ?? [];
  if (list.data === undefined || rows.length === 0) {
    return <LoadFailure query={list} what="What waits to be begun" />;
  }
  const held = rows.reduce((sum, { price }) => sum + price, 0);
  return (
    <Card
      flush
      title={`To begin with (${list.data.total})`}
      aside={
        rows.length > 1 && (
          <Button variant="outline" size="sm" pending={isPending} onClick={() => begin(rows)}>
            Start processing {rows.length === 2 ? "both" : `all ${rows.length}`}
          </Button>
        )
      }
    >
      <p className="px-4 pb-3 text-label font-normal text-fg2 lg:px-5">
        {countOf(held, "token is", "tokens are")} held. What nobody begins with in time is refunded.
      </p>
      <LoadFailure query={list} what="What waits to be begun" inset />
      <DataTable
        label="To begin with"
        columns={beginColumns(begin, isPending)}
        rows={rows}
        rowKey={({ _id }) => _id}
      />
    </Card>
  );
}

function beginColumns(
  begin: (orders: readonly SoldOrder[]) => void,
  isPending: boolean,
): Column<SoldOrder>[] {
  return [
    ...shared,
    {
      id: "due",
      header: "Begin within",
      cell: ({ dueAt }) => (dueAt ? <Deadline at={dueAt} /> : "–"),
    },
    {
      id: "acts",
      header: "",
      cell: (order) => (
        <Button
          size="sm"
          variant="brand"
          disabled={isPending}
          aria-label={`Start processing the order ${order.orderNumber}`}
          onClick={() => begin([order])}
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
      <LoadFailure query={list} what="What is to be shipped" inset />
      <DataTable
        label="To ship"
        columns={[
          ...shared,
          { id: "since", header: "Begun", cell: ({ updatedAt }) => formatDateTime(updatedAt) },
          {
            id: "acts",
            header: "",
            cell: (order) => (
              <Button
                size="sm"
                variant="brand"
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

const shared: Column<SoldOrder>[] = [
  { id: "number", header: "Order", cell: (order) => <OrderNumber order={order} /> },
  { id: "item", header: "Item", cell: (order) => <Item order={order} /> },
  { id: "who", header: "Buyer", cell: ({ userInfo }) => userInfo.username },
  { id: "held", header: "Held", numeric: true, cell: ({ price }) => countOf(price, "token") },
];

/** How long is left, red on the last day. */
export function Deadline({ at }: { at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      <Badge tone={isSoon(at, now) ? "danger" : "gold"}>{timeLeft(at, now)}</Badge>
    </time>
  );
}

/** Begins with orders one after another, and says what became of them. */
function useBegin() {
  const update = useUpdateOrder();
  const [isPending, setPending] = useState(false);
  async function begin(orders: readonly SoldOrder[]) {
    setPending(true);
    const failed: string[] = [];
    for (const { _id, orderNumber } of orders) {
      try {
        await update.mutateAsync({ id: _id, status: "processing" });
      } catch (error) {
        failed.push(`Order ${orderNumber}: ${messageOf(error)}`);
      }
    }
    setPending(false);
    const begun = orders.length - failed.length;
    if (begun > 0) toast.success(`${countOf(begun, "order is", "orders are")} being processed.`);
    for (const problem of failed) toast.error(problem);
  }
  return { begin, isPending };
}
