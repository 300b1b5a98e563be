import * as z from "zod/mini";
import { optional, required } from "@/lib/validate";
import { Textarea } from "@/ui/Field";
import { field, useForm } from "@/ui/Form";
import { FormDialog } from "@/ui/FormDialog";
import { toast } from "@/ui/toast";
import { type Held, useDecide } from "./api";
import { t } from "./texts";

/** Refuses a message that waits, and tells its sender why: of a photo that is sold there must be a reason. */
export function RefuseDialog({ held, onClose }: { held: Held; onClose: () => void }) {
  const { _id, photo, senderInfo } = held;
  const isSold = photo?.price !== undefined;
  const form = useForm(z.object({ reason: isSold ? required() : optional() }), { reason: "" });
  const decide = useDecide();
  return (
    <FormDialog
      form={form}
      title={t("Refuse the message of {username}?", { username: senderInfo.username })}
      description={t("Its recipient never sees it. Its sender is told, and has back what it cost.")}
      label={t("Refuse")}
      verb={t("Refuse")}
      variant="danger"
      onClose={onClose}
      onSubmit={async ({ reason }) => {
        await decide.mutateAsync({ id: _id, decision: "refuse", reason });
        toast.success(t("Refused."));
        onClose();
      }}
    >
      <Textarea
        label={t("Reason")}
        maxLength={500}
        rows={3}
        required={isSold}
        data-autofocus
        {...field(form, "reason")}
      />
    </FormDialog>
  );
}
