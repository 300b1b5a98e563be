import * as z from "zod/mini";
import { useIdempotencyKey } from "@/api/useIdempotencyKey";
import { useCorrectTracking } from "@/orders/api";
import type { SoldOrder } from "@/orders/types";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Form, field, useForm } from "@/ui/Form";
import { toast } from "@/ui/toast";
import { ParcelFields, parcel } from "./ParcelFields";
import { t } from "./texts";

const schema = z.object(parcel);

type TrackingDialogProps = { order: SoldOrder; onClose: () => void };

/** Says otherwise where a shipped order can be followed. */
export function TrackingDialog({ order, onClose }: TrackingDialogProps) {
  const { _id, orderNumber, userInfo, carrier = "", trackingNumber = "", trackingUrl = "" } = order;
  const correct = useCorrectTracking();
  const keyOf = useIdempotencyKey();
  const form = useForm(schema, { carrier, trackingNumber, trackingUrl });

  async function submit({ trackingUrl, ...sent }: z.output<typeof schema>) {
    const corrected = { ...sent, ...(trackingUrl && { trackingUrl }) };
    await correct.mutateAsync({ id: _id, key: keyOf(corrected), ...corrected });
    toast.success(
      t("The tracking is corrected. {username} is told.", { username: userInfo.username }),
    );
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t("Correct the tracking of order {number}", { number: orderNumber })}
      description={t(
        "{username} is written to, and sees what it was before. Nothing else changes.",
        { username: userInfo.username },
      )}
    >
      <Form form={form} onSubmit={submit} className="mt-4" aria-label={t("Tracking")}>
        <ParcelFields
          carrier={field(form, "carrier")}
          trackingNumber={field(form, "trackingNumber")}
          trackingUrl={field(form, "trackingUrl")}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            {t("Cancel")}
          </Button>
          <Button
            type="submit"
            variant="brand"
            disabled={!form.formState.isDirty}
            pending={form.formState.isSubmitting}
          >
            {t("Correct the tracking")}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
