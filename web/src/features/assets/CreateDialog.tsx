import * as z from "zod/mini";
import { Dialog } from "@/ui/Dialog";
import { TextField } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { FormActions } from "@/ui/FormDialog";
import type { CreateDialogProps } from "./AssetList";
import { useCreate } from "./api";
import { priceField, titleField } from "./details";
import { type Kind, newName } from "./kinds";
import { PriceField } from "./PriceField";
import { t } from "./texts";
import { bounds } from "./words";

const schema = z.object({ title: titleField(), price: priceField() });

/** Begins a gallery or a video as a draft; what is in it comes next. */
export function CreateDialog({ kind, onClose, onCreated }: CreateDialogProps & { kind: Kind }) {
  const create = useCreate(kind);
  const form = useForm(schema, { title: "", price: "" });
  return (
    <Dialog
      open
      onClose={onClose}
      title={newName(kind)}
      description={t(
        "A title and a price to begin with. Both can be changed later, and nobody sees it before you submit it.",
      )}
      width="sm"
    >
      <Form
        form={form}
        className="mt-5"
        aria-label={newName(kind)}
        unsaved={{ keepAs: `new-${kind}` }}
        onSubmit={async (values) => onCreated((await create.mutateAsync(values))._id)}
      >
        <TextField
          label={t("Title")}
          maxLength={bounds.title}
          autoComplete="off"
          required
          data-autofocus
          {...field(form, "title")}
        />
        <PriceField {...field(form, "price")} />
        <FormActions form={form} verb={t("Create")} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
