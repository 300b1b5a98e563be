import * as z from "zod/mini";
import { useIdempotencyKey } from "@/api/useIdempotencyKey";
import { countOf } from "@/lib/format";
import { optional } from "@/lib/validate";
import { useUpdateOrder } from "@/orders/api";
import type { SoldOrder } from "@/orders/types";
import { isHeld, leftOf } from "@/orders/words";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Textarea } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { toast } from "@/ui/toast";

/** What a seller does with an order beside shipping it. */
export type Step = "processing" | "delivered" | "refunded";

const words: Record<Step, { title: string; verb: string; done: string }> = {
  processing: { title: "Start processing", verb: "Start processing", done: "is being processed." },
  delivered: { title: "Mark as delivered", verb: "Mark as delivered", done: "is delivered." },
  refunded: { title: "Refund", verb: "Refund", done: "is refunded." },
};

const schema = z.object({ note: optional() });

type StepDialogProps = { order: SoldOrder; step: Step; onClose: () => void };

/** Asks before an order gets another status, with a note to its buyer if there is something to say. */
export function StepDialog({ order, step, onClose }: StepDialogProps) {
  const { _id, orderNumber } = order;
  const { title, verb, done } = words[step];
  const update = useUpdateOrder();
  const keyOf = useIdempotencyKey();
  const form = useForm(schema, { note: "" });

  async function submit({ note }: z.output<typeof schema>) {
    const key = keyOf(step, note);
    await update.mutateAsync({ id: _id, key, status: step, ...(note && { note }) });
    toast.success(`Order ${orderNumber} ${done}`);
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={`${title} order ${orderNumber}?`}
      description={meaningOf(order, step)}
    >
      <Form form={form} onSubmit={submit} className="mt-4" aria-label={title}>
        <Textarea
          label="Note to the buyer"
          hint="It replaces the one before."
          maxLength={500}
          {...field(form, "note")}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="ghost" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button
            type="submit"
            variant={step === "refunded" ? "danger" : "brand"}
            pending={form.formState.isSubmitting}
          >
            {step === "refunded" ? `${verb} ${countOf(leftOf(order), "token")}` : verb}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** What a step does to the order and its tokens. */
function meaningOf(order: SoldOrder, step: Step): string {
  const buyer = order.userInfo.username;
  const tokens = countOf(leftOf(order), "token");
  if (step === "processing") {
    return `${buyer} cannot cancel it any more. Your tokens are held until you ship it.`;
  }
  if (step === "delivered") {
    return `${buyer} is told, and can ask for a refund for 14 more days.`;
  }
  if (isHeld(order)) {
    return `The ${tokens} that are held go back to ${buyer}, and the product to your stock. Nothing is paid to you. This cannot be undone.`;
  }
  return `${buyer} gets ${tokens} back, and your share of it is taken from your earnings. This cannot be undone.`;
}
