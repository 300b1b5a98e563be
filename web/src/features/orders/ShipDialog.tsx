import * as z from "zod/mini";
import { useIdempotencyKey } from "@/api/useIdempotencyKey";
import { optional } from "@/lib/validate";
import { useUpdateOrder } from "@/orders/api";
import type { SoldOrder } from "@/orders/types";
import { isHeld, leftOf } from "@/orders/words";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Textarea } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { toast } from "@/ui/toast";
import { ParcelFields, parcel } from "./ParcelFields";
import { t } from "./texts";

const schema = z.object({ ...parcel, note: optional() });

/** Says how an order was shipped, which pays it out. */
export function ShipDialog({ order, onClose }: { order: SoldOrder; onClose: () => void }) {
  const { _id, orderNumber, userInfo } = order;
  const update = useUpdateOrder();
  const keyOf = useIdempotencyKey();
  const form = useForm(schema, { carrier: "", trackingNumber: "", trackingUrl: "", note: "" });

  async function submit({ trackingUrl, note, ...sent }: z.output<typeof schema>) {
    const further = { ...(trackingUrl && { trackingUrl }), ...(note && { note }) };
    const key = keyOf(sent, further);
    await update.mutateAsync({ id: _id, key, status: "shipped", ...sent, ...further });
    toast.success(
      t("Order {number} is shipped. {username} can follow it.", {
        number: orderNumber,
        username: userInfo.username,
      }),
    );
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t("Ship order {number}", { number: orderNumber })}
      description={
        isHeld(order)
          ? t(
              "{username} reads this. Your share of the {count, plural, one {# held token} other {# held tokens}} is yours at once.",
              { username: userInfo.username, count: leftOf(order) },
            )
          : t("{username} reads this.", { username: userInfo.username })
      }
    >
      <Form form={form} onSubmit={submit} className="mt-4" aria-label={t("Shipment")}>
        <ParcelFields
          carrier={field(form, "carrier")}
          trackingNumber={field(form, "trackingNumber")}
          trackingUrl={field(form, "trackingUrl")}
        />
        <Textarea label={t("Note to the buyer")} maxLength={500} {...field(form, "note")} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            {t("Cancel")}
          </Button>
          <Button type="submit" variant="brand" pending={form.formState.isSubmitting}>
            {t("Mark as shipped")}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
