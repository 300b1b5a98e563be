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
import { t } from "./texts";

/** What a seller does with an order beside shipping it. */
export type Step = "processing" | "delivered" | "refunded";

type Words = {
  verb: string;
  /** The question about the order of a number, and what is said once it is done. */
  ask: (number: string) => string;
  done: (number: string) => string;
};

const words = (): Record<Step, Words> => ({
  processing: {
    verb: t("Start processing"),
    ask: (number) => t("Start processing order {number}?", { number }),
    done: (number) => t("Order {number} is being processed.", { number }),
  },
  delivered: {
    verb: t("Mark as delivered"),
    ask: (number) => t("Mark as delivered order {number}?", { number }),
    done: (number) => t("Order {number} is delivered.", { number }),
  },
  refunded: {
    verb: t("Refund"),
    ask: (number) => t("Refund order {number}?", { number }),
    done: (number) => t("Order {number} is refunded.", { number }),
  },
});

const schema = z.object({ note: optional() });

type StepDialogProps = { order: SoldOrder; step: Step; onClose: () => void };

/** Asks before an order gets another status, with a note to its buyer if there is something to say. */
export function StepDialog({ order, step, onClose }: StepDialogProps) {
  const { _id, orderNumber } = order;
  const { verb, ask, done } = words()[step];
  const update = useUpdateOrder();
  const keyOf = useIdempotencyKey();
  const form = useForm(schema, { note: "" });

  async function submit({ note }: z.output<typeof schema>) {
    const key = keyOf(step, note);
    await update.mutateAsync({ id: _id, key, status: step, ...(note && { note }) });
    toast.success(done(orderNumber));
    onClose();
  }

  return (
    <Dialog open onClose={onClose} title={ask(orderNumber)} description={meaningOf(order, step)}>
      <Form form={form} onSubmit={submit} className="mt-4" aria-label={verb}>
        <Textarea
          label={t("Note to the buyer")}
          hint={t("It replaces the one before.")}
          maxLength={500}
          {...field(form, "note")}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="ghost" onClick={onClose} data-autofocus>
            {t("Cancel")}
          </Button>
          <Button
            type="submit"
            variant={step === "refunded" ? "danger" : "brand"}
            pending={form.formState.isSubmitting}
          >
            {step === "refunded"
              ? t("Refund {count, plural, one {# token} other {# tokens}}", {
                  count: leftOf(order),
                })
              : verb}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

/** What a step does to the order and its tokens. */
function meaningOf(order: SoldOrder, step: Step): string {
  const buyer = order.userInfo.username;
  const count = leftOf(order);
  if (step === "processing") {
    return t("{buyer} cannot cancel it any more. Your tokens are held until you ship it.", {
      buyer,
    });
  }
  if (step === "delivered") {
    return t("{buyer} is told, and can ask for a refund for 14 more days.", { buyer });
  }
  if (isHeld(order)) {
    return t(
      "The {count, plural, one {# token} other {# tokens}} that are held go back to {buyer}, and the product to your stock. Nothing is paid to you. This cannot be undone.",
      { count, buyer },
    );
  }
  return t(
    "{buyer} gets {count, plural, one {# token} other {# tokens}} back, and your share of it is taken from your earnings. This cannot be undone.",
    { buyer, count },
  );
}
