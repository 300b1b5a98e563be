import * as z from "zod/mini";
import { numberBetween, required } from "@/lib/validate";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { TextField } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { toast } from "@/ui/toast";
import { type Category, useSaveCategory } from "./api";
import { slugOf } from "./slug";

const schema = z.object({
  name: required(),
  slug: required(),
  position: numberBetween(0, 10_000),
});

type CategoryDialogProps = {
  /** Absent: a new one. */
  category: Category | undefined;
  position: number;
  onClose: () => void;
};

export function CategoryDialog({ category, position, onClose }: CategoryDialogProps) {
  const save = useSaveCategory();
  const form = useForm(schema, {
    name: category?.name ?? "",
    slug: category?.slug ?? "",
    position: String(position),
  });
  const name = field(form, "name");

  async function submit(values: z.output<typeof schema>) {
    await save.mutateAsync({ id: category?._id, ...values });
    toast.success(`${values.name} is saved.`);
    onClose();
  }

  return (
    <Dialog open onClose={onClose} title={category ? `Change ${category.name}` : "Add a category"}>
      <Form form={form} onSubmit={submit} className="mt-3" aria-label="Category">
        <TextField
          label="Name"
          maxLength={60}
          required
          {...name}
          onChange={(event) => {
            // The address follows the name of a new category until it is written by hand.
            if (!category && !form.formState.dirtyFields.slug) {
              form.setValue("slug", slugOf(event.target.value));
            }
            return name.onChange(event);
          }}
        />
        <TextField
          label="Short name"
          hint="Small letters, digits and hyphens; part of the address."
          maxLength={60}
          required
          {...field(form, "slug")}
        />
        <TextField
          label="Position"
          hint="Small numbers come first."
          inputMode="numeric"
          {...field(form, "position")}
        />
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="brand" pending={form.formState.isSubmitting}>
            Save
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
