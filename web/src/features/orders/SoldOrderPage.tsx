import { useQuery } from "@tanstack/react-query";
import { Check, Copy, FileDown } from "lucide-react";
import { useState } from "react";
import { paths } from "@/app/paths";
import { countOf } from "@/lib/format";
import { formatDateTime } from "@/lib/time";
import { packingSlip, soldOrder } from "@/orders/api";
import { addressText, DeliveryCard } from "@/orders/DeliveryCard";
import { OrderBadge } from "@/orders/OrderBadge";
import { Timeline } from "@/orders/Timeline";
import { TrackingCard } from "@/orders/TrackingCard";
import type { Delivery, SoldOrder } from "@/orders/types";
import { isHeld } from "@/orders/words";
import { useTitle } from "@/settings/useTitle";
import { Button, buttonClass } from "@/ui/Button";
import { Card, PageHeader } from "@/ui/Card";
import { Fact } from "@/ui/Fact";
import { Loaded } from "@/ui/Loaded";
import { toast } from "@/ui/toast";
import { useAddress } from "@/ui/useAddress";
import { Back } from "./Back";
import { OrderWaiting } from "./OrderWaiting";
import { ShipDialog } from "./ShipDialog";
import { type Step, StepDialog } from "./StepDialog";
import { Deadline } from "./Waiting";

/** /account/performer/orders/:id: what was ordered from me, where it goes, and the next step. */
export default function SoldOrderPage() {
  useTitle("Order");
  const { params } = useAddress();
  const found = useQuery(soldOrder(params.id ?? ""));
  return (
    <>
      <Back href={paths.performer.orders()} />
      <Loaded query={found} waiting={<OrderWaiting />}>
        {(order) => <Details order={order} />}
      </Loaded>
    </>
  );
}

function Details({ order }: { order: SoldOrder }) {
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
          {isSent && <Address delivery={order.delivery} id={order._id} />}
          <TrackingCard order={order} />
        </div>
        <Timeline order={order} />
      </div>
    </>
  );
}

function What({ order }: { order: SoldOrder }) {
  const { title, quantity, price, userInfo, productType, note, dueAt } = order;
  return (
    <Card title={<span className="[overflow-wrap:anywhere]">{title}</span>}>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        <Fact label="Buyer">{userInfo.username}</Fact>
        <Fact label="Quantity">{quantity}</Fact>
        <Fact label="Paid">{countOf(price, "token")}</Fact>
        <Fact label="Kind">{productType === "physical" ? "To be sent" : "Download"}</Fact>
        {dueAt && (
          <Fact label="Begin within" className="col-span-full">
            <Deadline at={dueAt} /> or it is refunded to {userInfo.username}.
          </Fact>
        )}
        {note && (
          <Fact label="Your note" className="col-span-full">
            <span className="whitespace-pre-line">{note}</span>
          </Fact>
        )}
      </dl>
      <Tokens order={order} />
      <Acts order={order} />
    </Card>
  );
}

/** What has become of the tokens. */
function Tokens({ order }: { order: SoldOrder }) {
  const { price, status, userInfo } = order;
  if (isHeld(order)) {
    return (
      <p className="mt-4 rounded-md bg-gold-soft px-4 py-3 text-label text-gold-ink">
        {countOf(price, "token is", "tokens are")} held until you ship it.
      </p>
    );
  }
  const isBack = status === "cancelled" || status === "refunded";
  return (
    <p className="mt-4 text-label font-normal text-fg2">
      {isBack
        ? `The tokens are back with ${userInfo.username}.`
        : "Your share of the tokens is in your earnings."}
    </p>
  );
}

/** The next step, and the way back. */
function Acts({ order }: { order: SoldOrder }) {
  const [asks, setAsks] = useState<Step | "shipped">();
  const { status } = order;
  const close = () => setAsks(undefined);
  const isOver = status === "cancelled" || status === "refunded";
  return (
    <div className="mt-4 flex flex-wrap gap-2 border-t border-line pt-4 empty:hidden">
      {status === "created" && (
        <Button variant="brand" onClick={() => setAsks("processing")}>
          Start processing
        </Button>
      )}
      {status === "processing" && (
        <Button variant="brand" onClick={() => setAsks("shipped")}>
          Mark as shipped
        </Button>
      )}
      {status === "shipped" && (
        <Button variant="brand" onClick={() => setAsks("delivered")}>
          Mark as delivered
        </Button>
      )}
      {!isOver && (
        <Button variant="danger" className="ml-auto" onClick={() => setAsks("refunded")}>
          Refund
        </Button>
      )}
      {asks === "shipped" && <ShipDialog order={order} onClose={close} />}
      {asks !== undefined && asks !== "shipped" && (
        <StepDialog order={order} step={asks} onClose={close} />
      )}
    </div>
  );
}

/** Where it goes, to copy, and as the slip that goes into the parcel. */
function Address({ delivery, id }: { delivery: Delivery | undefined; id: string }) {
  return (
    <DeliveryCard
      delivery={delivery}
      forgotten="It is shown while the order is open."
      actions={
        delivery && (
          <>
            <CopyAddress text={addressText(delivery)} />
            <a href={packingSlip(id)} download className={buttonClass("outline")}>
              <FileDown size={16} aria-hidden />
              Packing slip
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
      toast.error("Your browser did not let us copy. Select the text and copy it.");
    }
  }
  return (
    <Button variant="outline" onClick={copy}>
      {copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
      <span aria-live="polite">{copied ? "Copied" : "Copy the address"}</span>
    </Button>
  );
}
