import * as z from "zod/mini";
import { required } from "@/lib/validate";
import { Chip } from "@/ui/Chip";
import { field, useForm } from "@/ui/Form";
import { FormDialog } from "@/ui/FormDialog";
import { ReasonField } from "./ReasonField";
import { t } from "./texts";

const schema = z.object({ reason: required() });

const usual = () => [
  t("Somebody was not declared."),
  t("Somebody may be under 18."),
  t("The photos show what is not allowed here."),
  t("The photos do not fit the title."),
  t("The quality is too low to be sold."),
];

type RejectDialogProps = {
  title: string;
  onClose: () => void;
  onReject: (reason: string) => Promise<unknown>;
};

/** Asks for the reason, which the owner is told. */
export function RejectDialog({ title, onClose, onReject }: RejectDialogProps) {
  const form = useForm(schema, { reason: "" });
  return (
    <FormDialog
      onClose={onClose}
      title={t("Reject “{title}”?", { title })}
      description={t("Its owner is told the reason, can change it and submit it again.")}
      form={form}
      onSubmit={({ reason }) => onReject(reason)}
      label={t("Reject")}
      verb={t("Reject")}
      variant="danger"
    >
      <div className="flex flex-wrap gap-2">
        {usual().map((reason) => (
          <Chip
            key={reason}
            selected={form.watch("reason") === reason}
            onClick={() =>
              form.setValue("reason", reason, { shouldValidate: true, shouldDirty: true })
            }
          >
            {reason}
          </Chip>
        ))}
      </div>
      <ReasonField {...field(form, "reason")} />
    </FormDialog>
  );
}
