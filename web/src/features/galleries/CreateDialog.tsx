import * as z from "zod/mini";
import { Button } from "@/ui/Button";
import { Coin } from "@/ui/Coin";
import { Dialog } from "@/ui/Dialog";
import { TextField } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { useCreateGallery } from "./api";
import { priceField, titleField } from "./details";
import { bounds } from "./words";

const schema = z.object({ title: titleField(), price: priceField() });

type CreateDialogProps = { onClose: () => void; onCreated: (id: string) => void };

/** Begins a gallery as a draft; its photos come next. */
export function CreateDialog({ onClose, onCreated }: CreateDialogProps) {
  const create = useCreateGallery();
  const form = useForm(schema, { title: "", price: "" });
  return (
    <Dialog
      open
      onClose={onClose}
      title="New gallery"
      description="A title and a price to begin with. Both can be changed later, and nobody sees it before you submit it."
      width="sm"
    >
      <Form
        form={form}
        className="mt-5"
        aria-label="New gallery"
        unsaved={{ keepAs: "new-gallery" }}
        onSubmit={async (values) => onCreated((await create.mutateAsync(values))._id)}
      >
        <TextField
          label="Title"
          maxLength={bounds.title}
          autoComplete="off"
          required
          data-autofocus
          {...field(form, "title")}
        />
        <TextField
          label="Price"
          inputMode="numeric"
          autoComplete="off"
          hint="Whole tokens, at least 1"
          required
          trailing={
            <span className="grid w-12 place-items-center">
              <Coin />
            </span>
          }
          {...field(form, "price")}
        />
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="brand" pending={form.formState.isSubmitting}>
            Create
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
