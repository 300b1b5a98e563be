import * as z from "zod/mini";
import { eachFurther, further } from "@/i18n/further";
import { minorOf } from "@/lib/money";
import { numberBetween, optional, required } from "@/lib/validate";
import { useSettings } from "@/settings/api";
import { TextField } from "@/ui/Field";
import { field, useForm } from "@/ui/Form";
import { FormDialog } from "@/ui/FormDialog";
import { Switch } from "@/ui/Toggle";
import { toast } from "@/ui/toast";
import { type AdminPackage, useSavePackage } from "./api";
import { t } from "./texts";

const schema = z
  .object({
    name: required(),
    price: required(),
    currency: required().check(
      z.regex(/^[A-Z]{3}$/, { error: () => t("Must be a code such as EUR") }),
    ),
    tokens: numberBetween(0.01, 10_000_000),
    bonus: numberBetween(0, 10_000_000),
    ordering: numberBetween(-1_000_000, 1_000_000),
    isActive: z.boolean(),
    translations: z.object(eachFurther(() => z.object({ name: optional() }))),
  })
  .check(
    z.refine(({ price, currency }) => minorOf(price, currency) !== undefined, {
      error: () => t("Must be an amount such as 24.99"),
      path: ["price"],
      when: ({ value }) => hasCurrency(value),
    }),
  );

// An unknown currency is refused at its own field.
function hasCurrency(value: unknown): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    "currency" in value &&
    /^[A-Z]{3}$/.test(String(value.currency))
  );
}

/** What is said of a package that is not kept yet. */
export const waits = (name: string) => t("{name} waits for a second admin.", { name });

type PackageDialogProps = {
  /** Absent: a new one. */
  known: AdminPackage | undefined;
  /** How many there are: a new one comes last. */
  position: number;
  onClose: () => void;
};

/** A package: the server refuses a price that no active gateway can carry, and says why. */
export function PackageDialog({ known, position, onClose }: PackageDialogProps) {
  const settings = useSettings();
  const save = useSavePackage();
  const form = useForm(schema, {
    name: known?.name ?? "",
    price: known?.priceText ?? "",
    currency: known?.currency ?? settings.currency,
    tokens: known ? String(known.tokens) : "",
    bonus: String(known?.bonus ?? 0),
    ordering: String(known?.ordering ?? position + 1),
    isActive: known?.isActive ?? true,
    translations: eachFurther((code) => ({ name: known?.translations?.[code]?.name ?? "" })),
  });

  const { dirtyFields } = form.formState;

  async function submit({ price, translations, ...draft }: z.output<typeof schema>) {
    const saved = await save.mutateAsync({
      id: known?._id,
      ...draft,
      price: minorOf(price, draft.currency) ?? 0, // checked by the schema
      ...(dirtyFields.translations && {
        translations: { ...known?.translations, ...translations },
      }),
    });
    if (saved.waits) toast.info(waits(draft.name));
    else toast.success(t("{name} is saved.", { name: draft.name }));
    onClose();
  }

  return (
    <FormDialog
      onClose={onClose}
      title={known ? t("Change {name}", { name: known.name }) : t("Add a package")}
      form={form}
      onSubmit={submit}
      className="mt-3"
      label={t("Package")}
      verb={t("Save")}
    >
      <TextField label={t("Name")} maxLength={60} required {...field(form, "name")} />
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
      <div className="grid grid-cols-2 gap-4">
        <TextField label={t("Price")} inputMode="decimal" required {...field(form, "price")} />
        <TextField label={t("Currency")} maxLength={3} required {...field(form, "currency")} />
        <TextField label={t("Tokens")} inputMode="decimal" required {...field(form, "tokens")} />
        <TextField
          label={t("Bonus")}
          hint={t("On top, as a gift.")}
          inputMode="decimal"
          {...field(form, "bonus")}
        />
      </div>
      <TextField
        label={t("Position")}
        hint={t("Small numbers come first.")}
        inputMode="numeric"
        {...field(form, "ordering")}
      />
      <Switch label={t("On sale")} {...field(form, "isActive")} />
    </FormDialog>
  );
}
