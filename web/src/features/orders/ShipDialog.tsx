import * as z from "zod/mini";
import { countOf } from "@/lib/format";
import { optional, required } from "@/lib/validate";
import { useUpdateOrder } from "@/orders/api";
import type { SoldOrder } from "@/orders/types";
import { isHeld } from "@/orders/words";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Textarea, TextField } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { toast } from "@/ui/toast";

/** What a parcel is called, and where it can be followed: an https address, or nothing. */
const schema = z.object({
  carrier: required(),
  trackingNumber: required(),
  trackingUrl: optional().check(
    z.refine((text) => text === "" || isHttps(text), "Must be an https address"),
  ),
  note: optional(),
});

function isHttps(text: string): boolean {
  try {
    const { protocol, hostname, username } = new URL(text);
    return protocol === "https:" && hostname !== "" && username === "";
  } catch {
    return false;
  }
}

/** Says how an order was shipped, which pays it out. */
export function ShipDialog({ order, onClose }: { order: SoldOrder; onClose: () => void }) {
  const { _id, orderNumber, price, userInfo } = order;
  const update = useUpdateOrder();
  const form = useForm(schema, { carrier: "", trackingNumber: "", trackingUrl: "", note: "" });

  async function submit({ trackingUrl, note, ...parcel }: z.output<typeof schema>) {
    const further = { ...(trackingUrl && { trackingUrl }), ...(note && { note }) };
    await update.mutateAsync({ id: _id, status: "shipped", ...parcel, ...further });
    toast.success(`Order ${orderNumber} is shipped. ${userInfo.username} can follow it.`);
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Ship order ${orderNumber}`}
      description={
        isHeld(order)
          ? `${userInfo.username} reads this. Your share of the ${countOf(price, "held token")} is yours at once.`
          : `${userInfo.username} reads this.`
      }
    >
      <Form form={form} onSubmit={submit} className="mt-4" aria-label="Shipment">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="Carrier" required maxLength={60} {...field(form, "carrier")} />
          <TextField
            label="Tracking number"
            required
            maxLength={60}
            autoComplete="off"
            spellCheck={false}
            {...field(form, "trackingNumber")}
          />
        </div>
        <TextField
          label="Tracking address"
          type="url"
          inputMode="url"
          placeholder="https://"
          hint="The carrier's page about this parcel, if it has one."
          maxLength={500}
          autoComplete="off"
          {...field(form, "trackingUrl")}
        />
        <Textarea label="Note to the buyer" maxLength={500} {...field(form, "note")} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="brand" pending={form.formState.isSubmitting}>
            Mark as shipped
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
