import * as z from "zod/mini";
import type { Schemas } from "@/api/client";
import { formTexts, numberBetween } from "@/lib/validate";
import { Textarea, TextField } from "@/ui/Field";
import { field, useForm } from "@/ui/Form";
import { FormDialog } from "@/ui/FormDialog";
import { Checkbox, Switch } from "@/ui/Toggle";
import { t } from "./texts";

/** Tokens for a photo (internal/paidmessages). */
const most = 10_000;

export type Sale = { price: number; consents: Schemas["AssetsConsents"] };

const agreed = () => z.boolean().check(z.refine((yes) => yes, { error: () => formTexts.required }));

const schema = z.object({
  price: numberBetween(1, most),
  withOthers: z.boolean(),
  others: z.string(),
  adults: agreed(),
  depicted: agreed(),
  published: agreed(),
  downloadable: agreed(),
});

const statements = () =>
  [
    ["adults", t("Everybody in it was at least 18 years old when it was taken")],
    ["depicted", t("Everybody in it agreed with being pictured")],
    ["published", t("Everybody in it agreed with its publication")],
    ["downloadable", t("Everybody in it agreed with buyers keeping it")],
  ] as const;

type SellDialogProps = { name: string; onSell: (sale: Sale) => void; onClose: () => void };

/** What photos cost, and who is to be seen in them: what is sold is reviewed first. */
export function SellDialog({ name, onSell, onClose }: SellDialogProps) {
  const form = useForm(schema, {
    price: "",
    withOthers: false,
    others: "",
    adults: false,
    depicted: false,
    published: false,
    downloadable: false,
  });
  const withOthers = form.watch("withOthers");
  async function sell({ price, withOthers, others, ...agreed }: z.output<typeof schema>) {
    const names = others.split("\n").map((one) => one.trim());
    const listed = names.filter((one) => one !== "");
    if (withOthers && listed.length === 0) {
      form.setError("others", { message: formTexts.required });
      return;
    }
    onSell({
      price,
      consents: { ...agreed, onlyMe: !withOthers, ...(withOthers && { others: listed }) },
    });
    onClose();
  }
  return (
    <FormDialog
      form={form}
      title={t("Sell these photos")}
      description={t("{name} sees a blur and the price once staff have approved each photo.", {
        name,
      })}
      label={t("Sell photos")}
      verb={t("Set the price")}
      onClose={onClose}
      onSubmit={sell}
    >
      <TextField
        label={t("Price of each photo")}
        hint={t("In tokens")}
        inputMode="numeric"
        required
        {...field(form, "price")}
      />
      <Switch label={t("Other people are to be seen, too")} {...field(form, "withOthers")} />
      {withOthers && (
        <Textarea
          label={t("Their full names")}
          hint={t("One on each line. Buyers never see them.")}
          rows={3}
          required
          {...field(form, "others")}
        />
      )}
      <fieldset className="grid">
        <legend className="mb-1 text-label font-semibold">{t("I confirm")}</legend>
        {statements().map(([key, label]) => (
          <Checkbox key={key} label={label} {...field(form, key)} />
        ))}
      </fieldset>
    </FormDialog>
  );
}
