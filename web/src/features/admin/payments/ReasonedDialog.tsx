import type { ReactNode } from "react";
import * as z from "zod/mini";
import { required } from "@/lib/validate";
import { Textarea } from "@/ui/Field";
import { field, useForm } from "@/ui/Form";
import { FormDialog } from "@/ui/FormDialog";
import { toast } from "@/ui/toast";
import { t } from "./texts";

const [least, most] = [10, 500];
const schema = z.object({
  reason: required().check(
    z.refine((text) => text.length >= least && text.length <= most, {
      error: () => t("Must have {least} to {most} characters", { least, most }),
    }),
  ),
});

type ReasonedDialogProps = {
  title: string;
  description: string;
  /** What the button does. */
  verb: string;
  /** What is told when it is done. */
  done: string;
  onDecide: (reason: string) => Promise<{ waits?: boolean } | undefined>;
  onClose: () => void;
  /** Further fields above the reason. */
  children?: ReactNode;
};

/** A decision about money: what it does, and a reason for the audit log. */
export function ReasonedDialog(props: ReasonedDialogProps) {
  const { title, description, verb, done, onDecide, onClose, children } = props;
  const form = useForm(schema, { reason: "" });
  return (
    <FormDialog
      onClose={onClose}
      title={title}
      description={description}
      form={form}
      label={title}
      onSubmit={async ({ reason }) => {
        const decided = await onDecide(reason);
        if (decided?.waits) toast.info(t("It waits for a second admin."));
        else toast.success(done);
        onClose();
      }}
      verb={verb}
    >
      {children}
      <Textarea
        label={t("Reason")}
        hint={t("Kept in the audit log.")}
        maxLength={most}
        required
        {...field(form, "reason")}
      />
    </FormDialog>
  );
}
