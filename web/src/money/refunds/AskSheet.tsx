import * as z from "zod/mini";
import { useIdempotencyKey } from "@/api/useIdempotencyKey";
import { formatDateTime } from "@/lib/time";
import { required } from "@/lib/validate";
import { kindName } from "@/money/kinds";
import { Sheet } from "@/ui/Dialog";
import { Select, Textarea } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { FormActions } from "@/ui/FormDialog";
import { toast } from "@/ui/toast";
import { t } from "../texts";
import { useAsk } from "./api";
import type { RefundablePayment } from "./types";
import { reasonName } from "./words";

const [least, most] = [10, 1000];
const schema = z.object({
  reason: required(),
  text: required().check(
    z.refine((text) => text.length >= least && text.length <= most, {
      error: () =>
        t("Must have {least} to {most} characters", { least: String(least), most: String(most) }),
    }),
  ),
});

type AskSheetProps = { payment: RefundablePayment; onClose: () => void };

/** Asks to have one payment back: a sheet on a phone, a dialog on larger screens. */
export function AskSheet({ payment, onClose }: AskSheetProps) {
  const { type, performerInfo, refundable, paidAt, until, reasons } = payment;
  const ask = useAsk();
  const keyOf = useIdempotencyKey();
  const only = reasons.length === 1 ? (reasons[0] ?? "") : "";
  const form = useForm(schema, { reason: only, text: "" });
  return (
    <Sheet
      open
      onClose={onClose}
      title={t("Ask for a refund")}
      description={t(
        "{kind} with {name}, {when}: up to {count, plural, one {# token} other {# tokens}} can come back to you.",
        {
          kind: kindName(type),
          name: performerInfo.username,
          when: formatDateTime(paidAt),
          count: refundable,
        },
      )}
    >
      <Form
        form={form}
        className="mt-4"
        aria-label={t("Ask for a refund")}
        onSubmit={async ({ reason, text }) => {
          await ask.mutateAsync({ payment, reason, text, key: keyOf(reason, text) });
          toast.success(t("We have your request. We look at it and write to you."));
          onClose();
        }}
      >
        <Select
          label={t("Reason")}
          placeholder={t("Choose one")}
          options={reasons.map((value) => ({ value, label: reasonName(value) }))}
          required
          {...field(form, "reason")}
        />
        <Textarea
          label={t("What happened?")}
          hint={t("You can ask once about a payment, until {until}.", {
            until: formatDateTime(until),
          })}
          maxLength={most}
          required
          {...field(form, "text")}
        />
        <FormActions form={form} verb={t("Send the request")} onCancel={onClose} />
      </Form>
    </Sheet>
  );
}
