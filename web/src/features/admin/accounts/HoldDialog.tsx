import * as z from "zod/mini";
import { required } from "@/lib/validate";
import { Textarea } from "@/ui/Field";
import { field, useForm } from "@/ui/Form";
import { FormDialog } from "@/ui/FormDialog";
import { useHold, type Wish } from "./erasures";
import { t } from "./texts";

const schema = z.object({ reason: required() });

type HoldDialogProps = {
  wish: Wish | undefined;
  onClose: () => void;
  onDone: () => void;
};

/** Puts an erasure on hold, with the reason, which stands in the audit log. */
export function HoldDialog({ wish, onClose, onDone }: HoldDialogProps) {
  const hold = useHold();
  const form = useForm(schema, { reason: "" });
  const username = wish?.username ?? "";

  async function submit({ reason }: z.output<typeof schema>) {
    if (wish === undefined) return;
    await hold.mutateAsync({ id: wish._id, reason });
    onDone();
  }

  return (
    <FormDialog
      open={wish !== undefined}
      onClose={onClose}
      title={t("Put the erasure of {username} on hold?", { username })}
      description={t(
        "Nothing is erased until you let it go on. They see that it is on hold, not why; the reason is in the audit log.",
      )}
      form={form}
      onSubmit={submit}
      label={t("Put on hold")}
      verb={t("Put on hold")}
      variant="brand"
    >
      <Textarea label={t("Reason")} maxLength={500} required {...field(form, "reason")} />
    </FormDialog>
  );
}
