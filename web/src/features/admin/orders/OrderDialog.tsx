import { FileDown } from "lucide-react";
import * as z from "zod/mini";
import { useIdempotencyKey } from "@/api/useIdempotencyKey";
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
import { t } from "./texts";

const [least, most] = [10, 500];
const schema = z.object({
  reason: required().check(
    z.refine((text) => text.length >= least && text.length <= most, {
      error: () => t("Must have {least} to {most} characters", { least, most }),
    }),
  ),
});

type OrderDialogProps = { order: AdminOrder; onClose: () => void };

/** An order as staff see it, and the way to refund it. */
export function OrderDialog({ order, onClose }: OrderDialogProps) {
  const { orderNumber, status } = order;
  const isOver = status === "cancelled" || status === "refunded";
  return (
    <Dialog open onClose={onClose} title={t("Order {orderNumber}", { orderNumber })}>
      <Facts order={order} />
      {order.productType === "digital" && <SoldFile productId={order.productId} />}
      {!isOver && <Refund order={order} onClose={onClose} />}
    </Dialog>
  );
}

/** What was paid, and what has become of it. */
function paidText(order: AdminOrder): string {
  const { price, refunded } = order;
  let paid = t("{count, plural, one {# token} other {# tokens}}", { count: price });
  if (refunded) paid = t("{paid}, of which {refunded} were given back", { paid, refunded });
  if (isHeld(order)) paid = t("{paid}, held until it is shipped", { paid });
  if (order.paymentChecked) paid = t("{paid}; a payment of the member is being checked", { paid });
  return paid;
}

function Facts({ order }: { order: AdminOrder }) {
  const { title, quantity, status, userInfo, performerInfo, createdAt, updatedAt } = order;
  const { carrier, trackingNumber, trackingUrl, note, reason } = order;
  const { model } = useLabels();
  return (
    <dl className="mt-2 grid grid-cols-2 gap-4">
      <Fact label={t("Item")} className="col-span-2">
        {quantity > 1 ? (
          t.rich("<b>{title}</b>, {quantity} of it", {
            title,
            quantity,
            b: (words) => <b>{words}</b>,
          })
        ) : (
          <b>{title}</b>
        )}
      </Fact>
      <Fact label={t("Member")}>{userInfo.username}</Fact>
      <Fact label={model}>{performerInfo.username}</Fact>
      <Fact label={t("Paid")}>{paidText(order)}</Fact>
      <Fact label={t("Ordered")}>{formatDateTime(createdAt)}</Fact>
      <Fact label={t("State")} className="col-span-2">
        {t.rich("{badge} since {time}", {
          badge: <OrderBadge status={status} />,
          time: formatDateTime(updatedAt),
        })}
      </Fact>
      {carrier && (
        <Fact label={t("Tracking")} className="col-span-2">
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
                {t("Follow the parcel")}
              </Link>
            </>
          )}
        </Fact>
      )}
      {note && (
        <Fact
          label={t("Note of {username}", { username: performerInfo.username })}
          className="col-span-2"
        >
          <span className="whitespace-pre-line">{note}</span>
        </Fact>
      )}
      {reason && (
        <Fact label={t("Reason")} className="col-span-2">
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
        {t("Download the file")}
      </a>
      <p className="text-caption text-fg3">{t("The audit log says who downloaded it.")}</p>
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
      aria-label={t("Refund")}
      className="mt-6 border-t border-line pt-5"
      onSubmit={async ({ reason }) => {
        await refund.mutateAsync({ id: _id, reason, key: keyOf(reason) });
        toast.success(t("Order {orderNumber} is refunded.", { orderNumber }));
        onClose();
      }}
    >
      <p className="text-label font-normal text-fg2">
        {isHeld(order)
          ? t("The held tokens go back to {member}; {performer} was not paid yet.", {
              member: userInfo.username,
              performer: performerInfo.username,
            })
          : t(
              "What is left of the price goes back to {member}, out of the earnings of {performer}.",
              { member: userInfo.username, performer: performerInfo.username },
            )}{" "}
        {t("This cannot be undone.")}
      </p>
      <Textarea
        label={t("Reason")}
        hint={t("Both sides read it. Kept in the audit log.")}
        maxLength={most}
        required
        {...field(form, "reason")}
      />
      <div className="flex justify-end">
        <Button type="submit" variant="danger" pending={form.formState.isSubmitting}>
          {t("Refund the order")}
        </Button>
      </div>
    </Form>
  );
}
