import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { paths } from "@/app/paths";
import { countOf } from "@/lib/format";
import { formatDateTime } from "@/lib/time";
import { boughtOrder, useCancelOrder } from "@/orders/api";
import { DeliveryCard } from "@/orders/DeliveryCard";
import { OrderBadge } from "@/orders/OrderBadge";
import { Timeline } from "@/orders/Timeline";
import { TrackingCard } from "@/orders/TrackingCard";
import type { BoughtOrder } from "@/orders/types";
import { isHeld } from "@/orders/words";
import { useLabels } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { Button } from "@/ui/Button";
import { Card, PageHeader } from "@/ui/Card";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Fact } from "@/ui/Fact";
import { Link } from "@/ui/Link";
import { Loaded } from "@/ui/Loaded";
import { toast } from "@/ui/toast";
import { useAddress } from "@/ui/useAddress";
import { AskBack } from "./AskBack";
import { Back } from "./Back";
import { DownloadCard } from "./DownloadCard";
import { OrderWaiting } from "./OrderWaiting";

/** /account/user/orders/:id: what I ordered, how far it is, and what I can do about it. */
export default function MyOrderPage() {
  useTitle("Order");
  const { params } = useAddress();
  const found = useQuery(boughtOrder(params.id ?? ""));
  return (
    <>
      <Back href={paths.user.orders()} />
      <Loaded query={found} waiting={<OrderWaiting />}>
        {(order) => <Details order={order} />}
      </Loaded>
    </>
  );
}

function Details({ order }: { order: BoughtOrder }) {
  const isSent = order.productType === "physical";
  return (
    <>
      <PageHeader
        title={`Order ${order.orderNumber}`}
        actions={<OrderBadge status={order.status} />}
      >
        Ordered {formatDateTime(order.createdAt)}
      </PageHeader>
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_360px]">
        <div className="grid gap-5">
          <What order={order} />
          <TrackingCard order={order} />
          {!isSent && order.status === "delivered" && <DownloadCard productId={order.productId} />}
          {isSent && (
            <DeliveryCard
              delivery={order.delivery}
              forgotten="The address was deleted, as it is 30 days after an order is closed."
            />
          )}
        </div>
        <Timeline order={order} />
      </div>
    </>
  );
}

function What({ order }: { order: BoughtOrder }) {
  const { title, quantity, price, performerInfo, productType, note, status } = order;
  const { model } = useLabels();
  return (
    <Card title={<span className="[overflow-wrap:anywhere]">{title}</span>}>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <Fact label={model}>
          <Link href={paths.room(performerInfo.username)} className="font-semibold hover:underline">
            {performerInfo.username}
          </Link>
        </Fact>
        <Fact label="Quantity">{quantity}</Fact>
        <Fact label="Price">{countOf(price, "token")}</Fact>
        <Fact label="Kind">{productType === "physical" ? "Sent to you" : "Download"}</Fact>
        {note && (
          <Fact label={`Note of ${performerInfo.username}`} className="col-span-full">
            <span className="whitespace-pre-line">{note}</span>
          </Fact>
        )}
      </dl>
      {isHeld(order) && (
        <p className="mt-4 rounded-md bg-gold-soft px-4 py-3 text-label text-gold-ink">
          We hold your {countOf(price, "token")} until it is shipped.
        </p>
      )}
      {(status === "cancelled" || status === "refunded") && (
        <p className="mt-4 text-label text-fg2">Your tokens are in your wallet again.</p>
      )}
      {order.canCancel && <Cancel order={order} />}
      {!order.canCancel && status !== "cancelled" && status !== "refunded" && (
        <AskBack purchaseId={order.purchaseId} />
      )}
    </Card>
  );
}

function Cancel({ order }: { order: BoughtOrder }) {
  const { _id, price, performerInfo } = order;
  const [asks, setAsks] = useState(false);
  const cancel = useCancelOrder();
  const tokens = countOf(price, "token");
  async function confirm() {
    await cancel.mutateAsync(_id);
    toast.success(`The order is cancelled. ${tokens} are back in your wallet.`);
  }
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4">
      <p className="min-w-52 flex-1 text-label font-normal text-fg2">
        You can cancel until {performerInfo.username} begins with it.
      </p>
      <Button variant="danger" onClick={() => setAsks(true)}>
        Cancel the order
      </Button>
      {asks && (
        <ConfirmDialog
          open
          onClose={() => setAsks(false)}
          title="Cancel this order?"
          description={`Nothing is sent, and ${tokens} come back to your wallet at once.`}
          verb="Cancel the order"
          onConfirm={confirm}
        />
      )}
    </div>
  );
}
