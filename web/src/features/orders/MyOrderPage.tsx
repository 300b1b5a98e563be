import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { idempotencyKey } from "@/api/client";
import { paths } from "@/app/paths";
import { countOf, formatTokens } from "@/lib/format";
import { boughtOrder, useCancelOrder } from "@/orders/api";
import { DeliveryCard } from "@/orders/DeliveryCard";
import { TrackingCard } from "@/orders/TrackingCard";
import type { BoughtOrder } from "@/orders/types";
import { isHeld, leftOf } from "@/orders/words";
import { useLabels } from "@/settings/api";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Fact } from "@/ui/Fact";
import { Link } from "@/ui/Link";
import { toast } from "@/ui/toast";
import { useParam } from "@/ui/useAddress";
import { AskBack } from "./AskBack";
import { DownloadCard } from "./DownloadCard";
import { OrderFrame } from "./OrderFrame";
import { PaymentChecked } from "./PaymentChecked";

/** /account/user/orders/:id: what I ordered, how far it is, and what I can do about it. */
export default function MyOrderPage() {
  const id = useParam(paths.user.order);
  const found = useQuery(boughtOrder(id));
  return (
    <OrderFrame
      side="buyer"
      found={found}
      what={(order) => <What order={order} />}
      further={(order) => <Further order={order} />}
    />
  );
}

/** Where it is and where it goes, or its file. */
function Further({ order }: { order: BoughtOrder }) {
  const isSent = order.productType === "physical";
  return (
    <>
      <TrackingCard order={order} />
      {!isSent && order.status === "delivered" && <DownloadCard productId={order.productId} />}
      {isSent && (
        <DeliveryCard
          delivery={order.delivery}
          forgotten="The address was deleted, as it is 30 days after an order is closed."
        />
      )}
    </>
  );
}

function What({ order }: { order: BoughtOrder }) {
  const { quantity, price, refunded, performerInfo, productType, note, status } = order;
  const { model } = useLabels();
  return (
    <>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <Fact label={model}>
          <Link href={paths.room(performerInfo.username)} className="font-semibold hover:underline">
            {performerInfo.username}
          </Link>
        </Fact>
        <Fact label="Quantity">{quantity}</Fact>
        <Fact label="Price">
          {countOf(price, "token")}
          {refunded && `, of which you have ${formatTokens(refunded)} back`}
        </Fact>
        <Fact label="Kind">{productType === "physical" ? "Sent to you" : "Download"}</Fact>
        {note && (
          <Fact label={`Note of ${performerInfo.username}`} className="col-span-full">
            <span className="whitespace-pre-line">{note}</span>
          </Fact>
        )}
      </dl>
      {isHeld(order) && (
        <p className="mt-4 rounded-md bg-gold-soft px-4 py-3 text-label text-gold-ink">
          We hold your {countOf(leftOf(order), "token")} until it is shipped.
        </p>
      )}
      <PaymentChecked side="buyer" isChecked={order.paymentChecked} />
      {(status === "cancelled" || status === "refunded") && (
        <p className="mt-4 text-label text-fg2">Your tokens are in your wallet again.</p>
      )}
      {order.canCancel && <Cancel order={order} />}
      {!order.canCancel && status !== "cancelled" && status !== "refunded" && (
        <AskBack purchaseId={order.purchaseId} />
      )}
    </>
  );
}

function Cancel({ order }: { order: BoughtOrder }) {
  const { _id, performerInfo } = order;
  const [asked, setAsked] = useState<{ key: string }>(); // one key for each time it is asked
  const cancel = useCancelOrder();
  const tokens = countOf(leftOf(order), "token");
  async function confirm(key: string) {
    await cancel.mutateAsync({ id: _id, key });
    toast.success(`The order is cancelled. ${tokens} are back in your wallet.`);
  }
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4">
      <p className="min-w-52 flex-1 text-label font-normal text-fg2">
        You can cancel until {performerInfo.username} begins with it.
      </p>
      <Button variant="danger" onClick={() => setAsked({ key: idempotencyKey() })}>
        Cancel the order
      </Button>
      {asked && (
        <ConfirmDialog
          open
          onClose={() => setAsked(undefined)}
          title="Cancel this order?"
          description={`Nothing is sent, and ${tokens} come back to your wallet at once.`}
          verb="Cancel the order"
          onConfirm={() => confirm(asked.key)}
        />
      )}
    </div>
  );
}
