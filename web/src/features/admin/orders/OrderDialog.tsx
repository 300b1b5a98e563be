import { FileDown } from "lucide-react";
import * as z from "zod/mini";
import { useIdempotencyKey } from "@/api/useIdempotencyKey";
import { countOf, formatTokens } from "@/lib/format";
import { formatDateTime } from "@/lib/time";
import { required } from "@/lib/validate";
import { OrderBadge } from "@/orders/OrderBadge";
import type { AdminOrder } from "@/orders/types";
import { isHeld } from "@/orders/words";
import { useLabels } from "@/settings/api";
import { Button, buttonClass } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Fact } from "@/ui/Fact";
import { Textarea } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { Link } from "@/ui/Link";
import { toast } from "@/ui/toast";
import { soldFile, useRefundOrder } from "./api";

const [least, most] = [10, 500];
const schema = z.object({
  reason: required().check(
    z.refine(
      (text) => text.length >= least && text.length <= most,
      `Must have ${least} to ${most} characters`,
    ),
  ),
});

type OrderDialogProps = { order: AdminOrder; onClose: () => void };

/** An order as staff see it, and the way to refund it. */
export function OrderDialog({ order, onClose }: OrderDialogProps) {
  const { orderNumber, status } = order;
  const isOver = status === "cancelled" || status === "refunded";
  return (
    <Dialog open onClose={onClose} title={`Order ${orderNumber}`}>
      <Facts order={order} />
      {order.productType === "digital" && <SoldFile productId={order.productId} />}
      {!isOver && <Refund order={order} onClose={onClose} />}
    </Dialog>
  );
}

function Facts({ order }: { order: AdminOrder }) {
  const {
    title,
    quantity,
    price,
    refunded,
    status,
    userInfo,
    performerInfo,
    createdAt,
    updatedAt,
  } = order;
  const { carrier, trackingNumber, trackingUrl, note, reason } = order;
  const { model } = useLabels();
  return (
    <dl className="mt-2 grid grid-cols-2 gap-4">
      <Fact label="Item" className="col-span-2">
        <b>{title}</b>
        {quantity > 1 && `, ${quantity} of it`}
      </Fact>
      <Fact label="Member">{userInfo.username}</Fact>
      <Fact label={model}>{performerInfo.username}</Fact>
      <Fact label="Paid">
        {countOf(price, "token")}
        {refunded && `, of which ${formatTokens(refunded)} were given back`}
        {isHeld(order) && ", held until it is shipped"}
        {order.paymentChecked && "; a payment of the member is being checked"}
      </Fact>
      <Fact label="Ordered">{formatDateTime(createdAt)}</Fact>
      <Fact label="State" className="col-span-2">
        <OrderBadge status={status} /> since {formatDateTime(updatedAt)}
      </Fact>
      {carrier && (
        <Fact label="Tracking" className="col-span-2">
          {carrier}, {trackingNumber}
          {trackingUrl && (
            <>
              {" "}
              <Link
                href={trackingUrl}
                newTab
                rel="noopener noreferrer"
                referrerPolicy="no-referrer"
                className="underline"
              >
                Follow the parcel
              </Link>
            </>
          )}
        </Fact>
      )}
      {note && (
        <Fact label={`Note of ${performerInfo.username}`} className="col-span-2">
          <span className="whitespace-pre-line">{note}</span>
        </Fact>
      )}
      {reason && (
        <Fact label="Reason" className="col-span-2">
          <span className="whitespace-pre-line">{reason}</span>
        </Fact>
      )}
    </dl>
  );
}

/** The file that its buyer downloads. */
function SoldFile({ productId }: { productId: string }) {
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2">
      <a href={soldFile(productId)} download className={buttonClass("outline")}>
        <FileDown size={16} aria-hidden />
        Download the file
      </a>
      <p className="text-caption text-fg3">The audit log says who downloaded it.</p>
    </div>
  );
}

function Refund({ order, onClose }: OrderDialogProps) {
  const { _id, orderNumber, userInfo, performerInfo } = order;
  const refund = useRefundOrder();
  const keyOf = useIdempotencyKey();
  const form = useForm(schema, { reason: "" });
  return (
    <Form
      form={form}
      aria-label="Refund"
      className="mt-6 border-t border-line pt-5"
      onSubmit={async ({ reason }) => {
        await refund.mutateAsync({ id: _id, reason, key: keyOf(reason) });
        toast.success(`Order ${orderNumber} is refunded.`);
        onClose();
      }}
    >
      <p className="text-label font-normal text-fg2">
        {isHeld(order)
          ? `The held tokens go back to ${userInfo.username}; ${performerInfo.username} was not paid yet.`
          : `What is left of the price goes back to ${userInfo.username}, out of the earnings of ${performerInfo.username}.`}{" "}
        This cannot be undone.
      </p>
      <Textarea
        label="Reason"
        hint="Both sides read it. Kept in the audit log."
        maxLength={most}
        required
        {...field(form, "reason")}
      />
      <div className="flex justify-end">
        <Button type="submit" variant="danger" pending={form.formState.isSubmitting}>
          Refund the order
        </Button>
      </div>
    </Form>
  );
}
