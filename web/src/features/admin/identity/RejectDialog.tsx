import * as z from "zod/mini";
import { required } from "@/lib/validate";
import { Chip } from "@/ui/Chip";
import { Textarea } from "@/ui/Field";
import { field, useForm } from "@/ui/Form";
import { FormDialog } from "@/ui/FormDialog";
import { type Check, useDecide } from "./api";
import { t } from "./texts";

const schema = z.object({ reason: required() });

const usual = () => [
  t("The document cannot be read."),
  t("The document has expired."),
  t("The person on the photo cannot be recognised."),
  t("The date of birth differs from the registration."),
];

type RejectDialogProps = {
  found: Check;
  open: boolean;
  onClose: () => void;
  onRejected: () => void;
};

/** Asks for the reason, which the person is told. */
export function RejectDialog({ found, open, onClose, onRejected }: RejectDialogProps) {
  const decide = useDecide(found._id);
  const form = useForm(schema, { reason: "" });

  async function reject({ reason }: z.output<typeof schema>) {
    await decide.mutateAsync({ kind: "reject", reason });
    onRejected();
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t("Reject {username}", { username: found.account.username })}
      description={t("They are told the reason and can hand in new documents.")}
      form={form}
      onSubmit={reject}
      label={t("Reject")}
      verb={t("Reject")}
      variant="danger"
    >
      <div className="flex flex-wrap gap-2">
        {usual().map((reason) => (
          <Chip
            key={reason}
            selected={form.watch("reason") === reason}
            onClick={() => form.setValue("reason", reason, { shouldValidate: true })}
          >
            {reason}
          </Chip>
        ))}
      </div>
      <Textarea label={t("Reason")} maxLength={500} required {...field(form, "reason")} />
    </FormDialog>
  );
}
