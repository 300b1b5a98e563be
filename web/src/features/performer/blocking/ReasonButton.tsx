import { NotebookPen } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { optional } from "@/lib/validate";
import { IconButton } from "@/ui/Button";
import { Textarea } from "@/ui/Field";
import { field, useForm } from "@/ui/Form";
import { FormDialog } from "@/ui/FormDialog";
import { t } from "../texts";
import { useNote } from "./api";

/** Characters of a note about a block. */
export const maxReason = 200;

type ReasonButtonProps = {
  kind: "user" | "country";
  value: string;
  /** Whom or what it is about. */
  name: string;
  reason: string;
};

/** Writes down, for herself alone, why somebody is blocked. */
export function ReasonButton(props: ReasonButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <IconButton
        label={t("Note about {name}", { name: props.name })}
        onClick={() => setIsOpen(true)}
      >
        <NotebookPen size={17} aria-hidden />
      </IconButton>
      {isOpen && <ReasonDialog {...props} onClose={() => setIsOpen(false)} />}
    </>
  );
}

const schema = z.object({ reason: optional() });

function ReasonDialog(props: ReasonButtonProps & { onClose: () => void }) {
  const { kind, value, name, reason, onClose } = props;
  const note = useNote();
  const form = useForm(schema, { reason });
  return (
    <FormDialog
      form={form}
      title={t("Why is {name} blocked?", { name })}
      label={t("Note about {name}", { name })}
      verb={t("Save")}
      onClose={onClose}
      onSubmit={async ({ reason }) => {
        await note.mutateAsync({ kind, value, reason });
        onClose();
      }}
    >
      <Textarea
        label={t("Your note")}
        hint={t("Only you read it.")}
        rows={3}
        maxLength={maxReason}
        data-autofocus
        {...field(form, "reason")}
      />
    </FormDialog>
  );
}
