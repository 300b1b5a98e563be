import * as z from "zod/mini";
import { required } from "@/lib/validate";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Textarea } from "@/ui/Field";
import { field, useForm } from "@/ui/Form";
import { FormDialog } from "@/ui/FormDialog";
import { toast } from "@/ui/toast";
import { type Message, useDelete } from "./api";
import { t } from "./texts";

type DeleteDialogProps = { message: Message; onClose: () => void };

/** Asks before staff delete a message, and for a reason when it is a photo that somebody may have paid for. */
export function DeleteDialog(props: DeleteDialogProps) {
  return props.message.photo?.price === undefined ? (
    <DeleteLine {...props} />
  ) : (
    <DeleteSold {...props} />
  );
}

const title = ({ senderInfo: { username } }: Message) =>
  t("Delete the message of {username}?", { username });

function DeleteLine({ message, onClose }: DeleteDialogProps) {
  const remove = useDelete();
  return (
    <ConfirmDialog
      open
      title={title(message)}
      description={t("Both see that a message was deleted, and neither what it said.")}
      verb={t("Delete")}
      onClose={onClose}
      onConfirm={async () => {
        await remove.mutateAsync({ id: message._id });
        toast.success(t("The message is deleted."));
      }}
    />
  );
}

function DeleteSold({ message, onClose }: DeleteDialogProps) {
  const form = useForm(z.object({ reason: required() }), { reason: "" });
  const remove = useDelete();
  return (
    <FormDialog
      form={form}
      title={title(message)}
      description={t("If it was opened, both are told the reason, and the tokens are given back.")}
      label={t("Delete")}
      verb={t("Delete")}
      variant="danger"
      onClose={onClose}
      onSubmit={async ({ reason }) => {
        await remove.mutateAsync({ id: message._id, reason });
        toast.success(t("The message is deleted."));
        onClose();
      }}
    >
      <Textarea
        label={t("Reason")}
        maxLength={500}
        rows={3}
        required
        data-autofocus
        {...field(form, "reason")}
      />
    </FormDialog>
  );
}
