import * as z from "zod/mini";
import { optional, required } from "@/lib/validate";
import { Textarea } from "@/ui/Field";
import { field, useForm } from "@/ui/Form";
import { FormDialog } from "@/ui/FormDialog";
import { t } from "./texts";

const needed = z.object({ answer: required() });
const free = z.object({ answer: optional() });

type ReasonDialogProps = {
  title: string;
  description: string;
  verb: string;
  /** Nothing is sent without words. */
  mustSay?: boolean;
  onSay: (reason: string) => Promise<unknown>;
  onClose: () => void;
};

/** Asks for a reason, which the other side reads. */
export function ReasonDialog({ mustSay = false, onSay, onClose, ...texts }: ReasonDialogProps) {
  const form = useForm(mustSay ? needed : free, { answer: "" });
  return (
    <FormDialog
      {...texts}
      label={texts.title}
      form={form}
      onClose={onClose}
      onSubmit={async ({ answer }) => {
        await onSay(answer);
        onClose();
      }}
    >
      <Textarea
        label={mustSay ? t("Reason") : t("Reason, if you like")}
        maxLength={300}
        rows={3}
        {...field(form, "answer")}
      />
    </FormDialog>
  );
}
