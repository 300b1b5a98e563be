import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { idempotencyKey } from "@/api/client";
import { paths } from "@/app/paths";
import type { OrderSlots } from "@/declared/slots";
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
import { DownloadCard } from "./DownloadCard";
import { OrderFrame } from "./OrderFrame";
import { PaymentChecked } from "./PaymentChecked";
import { t } from "./texts";

/** What I ordered, how far it is, and what I can do about it. */
export function BoughtOrderView(slots: OrderSlots) {
  const id = useParam(paths.user.order);
  const found = useQuery(boughtOrder(id));
  return (
    <OrderFrame
      side="buyer"
      found={found}
      other={({ performerInfo }) => performerInfo}
      what={(order) => <What order={order} {...slots} />}
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
          forgotten={t("The address was deleted, as it is 30 days after an order is closed.")}
        />
      )}
    </>
  );
}

function What({ order, AskBack }: OrderSlots & { order: BoughtOrder }) {
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
        <Fact label={t("Quantity")}>{quantity}</Fact>
        <Fact label={t("Price")}>
          {refunded
            ? t(
                "{count, plural, one {# token} other {# tokens}}, of which you have {refunded} back",
                { count: price, refunded },
              )
            : t("{count, plural, one {# token} other {# tokens}}", { count: price })}
        </Fact>
        <Fact label={t("Kind")}>
          {productType === "physical" ? t("Sent to you") : t("Download")}
        </Fact>
        {note && (
          <Fact
            label={t("Note of {username}", { username: performerInfo.username })}
            className="col-span-full"
          >
            <span className="whitespace-pre-line">{note}</span>
          </Fact>
        )}
      </dl>
      {isHeld(order) && (
        <p className="mt-4 rounded-md bg-gold-soft px-4 py-3 text-label text-gold-ink">
          {t("We hold your {count, plural, one {# token} other {# tokens}} until it is shipped.", {
            count: leftOf(order),
          })}
        </p>
      )}
      <PaymentChecked side="buyer" isChecked={order.paymentChecked} />
      {(status === "cancelled" || status === "refunded") && (
        <p className="mt-4 text-label text-fg2">{t("Your tokens are in your wallet again.")}</p>
      )}
      {order.canCancel && <Cancel order={order} />}
      {AskBack && !order.canCancel && status !== "cancelled" && status !== "refunded" && (
        <AskBack purchaseId={order.purchaseId} />
      )}
    </>
  );
}

function Cancel({ order }: { order: BoughtOrder }) {
  const { _id, performerInfo } = order;
  const [asked, setAsked] = useState<{ key: string }>(); // one key for each time it is asked
  const cancel = useCancelOrder();
  const count = leftOf(order);
  async function confirm(key: string) {
    await cancel.mutateAsync({ id: _id, key });
    toast.success(
      t(
        "The order is cancelled. {count, plural, one {# token} other {# tokens}} are back in your wallet.",
        { count },
      ),
    );
  }
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-4">
      <p className="min-w-52 flex-1 text-label font-normal text-fg2">
        {t("You can cancel until {username} begins with it.", { username: performerInfo.username })}
      </p>
      <Button variant="danger" onClick={() => setAsked({ key: idempotencyKey() })}>
        {t("Cancel the order")}
      </Button>
      {asked && (
        <ConfirmDialog
          open
          onClose={() => setAsked(undefined)}
          title={t("Cancel this order?")}
          description={t(
            "Nothing is sent, and {count, plural, one {# token} other {# tokens}} come back to your wallet at once.",
            { count },
          )}
          verb={t("Cancel the order")}
          onConfirm={() => confirm(asked.key)}
        />
      )}
    </div>
  );
}
