import { useId, useState } from "react";
import { formatDateTime } from "@/lib/time";
import type { SoldOrder } from "@/orders/types";
import { Button } from "@/ui/Button";
import { useNow } from "@/ui/useNow";
import { PaymentChecked } from "./PaymentChecked";
import { ShipDialog } from "./ShipDialog";
import { type Step, StepDialog } from "./StepDialog";
import { t } from "./texts";

/** What a seller can do next with an order, and the way back. */
export function NextSteps({ order }: { order: SoldOrder }) {
  const [asks, setAsks] = useState<Step | "shipped">();
  const why = useId();
  const { status, paymentChecked = false } = order;
  const close = () => setAsks(undefined);
  return (
    <>
      <PaymentChecked side="seller" isChecked={paymentChecked} id={why} />
      <div className="mt-4 flex flex-wrap items-center gap-2 border-t border-line pt-4 empty:hidden">
        {status === "created" && (
          <Button variant="brand" onClick={() => setAsks("processing")}>
            {t("Start processing")}
          </Button>
        )}
        {status === "processing" && (
          <Button
            variant="brand"
            disabled={paymentChecked}
            aria-describedby={paymentChecked ? why : undefined}
            onClick={() => setAsks("shipped")}
          >
            {t("Mark as shipped")}
          </Button>
        )}
        {status === "shipped" && (
          <Button variant="brand" onClick={() => setAsks("delivered")}>
            {t("Mark as delivered")}
          </Button>
        )}
        <Refund order={order} onRefund={() => setAsks("refunded")} />
        {asks === "shipped" && <ShipDialog order={order} onClose={close} />}
        {asks !== undefined && asks !== "shipped" && (
          <StepDialog order={order} step={asks} onClose={close} />
        )}
      </div>
    </>
  );
}

type RefundProps = { order: SoldOrder; onRefund: () => void };

/** The way back, as long as the seller can go it alone. */
function Refund({ order: { status, refundUntil }, onRefund }: RefundProps) {
  const now = useNow();
  if (status === "cancelled" || status === "refunded") return null;
  if (refundUntil !== undefined && Date.parse(refundUntil) <= now) {
    return (
      <p className="min-w-52 flex-1 text-label font-normal text-fg2">
        {t("You could refund it until {when}. The site can still do so.", {
          when: formatDateTime(refundUntil),
        })}
      </p>
    );
  }
  return (
    <Button variant="danger" className="ms-auto" onClick={onRefund}>
      {t("Refund")}
    </Button>
  );
}
