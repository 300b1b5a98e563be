import { useQuery } from "@tanstack/react-query";
import { Check, Copy, FileDown, Pencil } from "lucide-react";
import { useState } from "react";
import { paths } from "@/app/paths";
import { packingSlip, soldOrder } from "@/orders/api";
import { addressText, DeliveryCard } from "@/orders/DeliveryCard";
import { TrackingCard } from "@/orders/TrackingCard";
import type { Delivery, SoldOrder } from "@/orders/types";
import { isHeld, leftOf } from "@/orders/words";
import { Button, buttonClass } from "@/ui/Button";
import { Fact } from "@/ui/Fact";
import { toast } from "@/ui/toast";
import { useParam } from "@/ui/useAddress";
import { NextSteps } from "./NextSteps";
import { OrderFrame } from "./OrderFrame";
import { TrackingDialog } from "./TrackingDialog";
import { t } from "./texts";

/** /account/performer/orders/:id: what was ordered from me, where it goes, and the next step. */
export default function SoldOrderPage() {
  const id = useParam(paths.performer.order);
  const found = useQuery(soldOrder(id));
  return (
    <OrderFrame
      side="seller"
      found={found}
      other={({ userInfo }) => userInfo}
      what={(order) => <What order={order} />}
      further={(order) => (
        <>
          {order.productType === "physical" && <Address delivery={order.delivery} id={order._id} />}
          <Tracking order={order} />
        </>
      )}
    />
  );
}

function What({ order }: { order: SoldOrder }) {
  const { quantity, price, refunded, userInfo, productType, note } = order;
  return (
    <>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <Fact label={t("Buyer")}>{userInfo.username}</Fact>
        <Fact label={t("Quantity")}>{quantity}</Fact>
        <Fact label={t("Paid")}>
          {refunded
            ? t(
                "{count, plural, one {# token} other {# tokens}}, of which {refunded} were given back",
                { count: price, refunded },
              )
            : t("{count, plural, one {# token} other {# tokens}}", { count: price })}
        </Fact>
        <Fact label={t("Kind")}>
          {productType === "physical" ? t("To be sent") : t("Download")}
        </Fact>
        {note && (
          <Fact label={t("Your note")} className="col-span-full">
            <span className="whitespace-pre-line">{note}</span>
          </Fact>
        )}
      </dl>
      <Tokens order={order} />
      <NextSteps order={order} />
    </>
  );
}

/** What has become of the tokens. */
function Tokens({ order }: { order: SoldOrder }) {
  const { status, userInfo } = order;
  if (isHeld(order)) {
    return (
      <p className="mt-4 rounded-md bg-gold-soft px-4 py-3 text-label text-gold-ink">
        {t("{count, plural, one {# token is} other {# tokens are}} held until you ship it.", {
          count: leftOf(order),
        })}
      </p>
    );
  }
  const isBack = status === "cancelled" || status === "refunded";
  return (
    <p className="mt-4 text-label font-normal text-fg2">
      {isBack
        ? t("The tokens are back with {username}.", { username: userInfo.username })
        : t("Your share of the tokens is in your earnings.")}
    </p>
  );
}

/** Where the parcel can be followed, to be corrected while it is on its way. */
function Tracking({ order }: { order: SoldOrder }) {
  const [corrects, setCorrects] = useState(false);
  return (
    <TrackingCard
      order={order}
      action={
        order.status === "shipped" && (
          <Button variant="outline" onClick={() => setCorrects(true)}>
            <Pencil size={16} aria-hidden />
            {t("Correct it")}
          </Button>
        )
      }
    >
      {corrects && <TrackingDialog order={order} onClose={() => setCorrects(false)} />}
    </TrackingCard>
  );
}

/** Where it goes, to copy, and as the slip that goes into the parcel. */
function Address({ delivery, id }: { delivery: Delivery | undefined; id: string }) {
  return (
    <DeliveryCard
      delivery={delivery}
      forgotten={t("It is shown while the order is open.")}
      actions={
        delivery && (
          <>
            <CopyAddress text={addressText(delivery)} />
            <a href={packingSlip(id)} download className={buttonClass("outline")}>
              <FileDown size={16} aria-hidden />
              {t("Packing slip")}
            </a>
          </>
        )
      }
    />
  );
}

function CopyAddress({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      toast.error(t("Your browser did not let us copy. Select the text and copy it."));
    }
  }
  return (
    <Button variant="outline" onClick={copy}>
      {copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
      <span aria-live="polite">{copied ? t("Copied") : t("Copy the address")}</span>
    </Button>
  );
}
