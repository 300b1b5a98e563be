import * as z from "zod/mini";
import { eachFurther, further } from "@/i18n/further";
import { numberBetween, optional, required } from "@/lib/validate";
import { TextField } from "@/ui/Field";
import { field, useForm } from "@/ui/Form";
import { FormDialog } from "@/ui/FormDialog";
import { toast } from "@/ui/toast";
import { type Category, useSaveCategory } from "./api";
import { slugOf } from "./slug";
import { t } from "./texts";

const schema = z.object({
  name: required(),
  slug: required(),
  position: numberBetween(0, 10_000),
  translations: z.object(eachFurther(() => z.object({ name: optional() }))),
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
    translations: eachFurther((code) => ({ name: category?.translations?.[code]?.name ?? "" })),
  });
  const name = field(form, "name");
  const { dirtyFields } = form.formState;

  async function submit({ translations, ...draft }: z.output<typeof schema>) {
    await save.mutateAsync({
      id: category?._id,
      ...draft,
      ...(dirtyFields.translations && {
        translations: { ...category?.translations, ...translations },
      }),
    });
    toast.success(t("{name} is saved.", { name: draft.name }));
    onClose();
  }

  return (
    <FormDialog
      onClose={onClose}
      title={category ? t("Change {name}", { name: category.name }) : t("Add a category")}
      form={form}
      onSubmit={submit}
      className="mt-3"
      label={t("Category")}
      verb={t("Save")}
    >
      <TextField
        label={t("Name")}
        maxLength={60}
        required
        {...name}
        onChange={(event) => {
          // The address follows the name of a new category until it is written by hand.
          if (!category && !dirtyFields.slug) {
            form.setValue("slug", slugOf(event.target.value));
          }
          return name.onChange(event);
        }}
      />
      {further.map((language) => (
        <TextField
          key={language.code}
          label={t("Name ({language})", { language: language.name })}
          lang={language.code}
          dir={language.dir}
          maxLength={60}
          {...field(form, `translations.${language.code}.name`)}
        />
      ))}
      <TextField
        label={t("Short name")}
        hint={t("Small letters, digits and hyphens; part of the address.")}
        maxLength={60}
        required
        {...field(form, "slug")}
      />
      <TextField
        label={t("Position")}
        hint={t("Small numbers come first.")}
        inputMode="numeric"
        {...field(form, "position")}
      />
    </FormDialog>
  );
}
