import * as z from "zod/mini";
import { numberBetween } from "@/lib/validate";
import { Card } from "@/ui/Card";
import { TextField } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { SaveButton } from "@/ui/SaveButton";
import { toast } from "@/ui/toast";
import { type Performer, useSetPrices } from "./api";
import { t } from "./texts";

const most = 10_000;
const schema = z.object({
  privatePrice: numberBetween(1, most),
  exclusivePrice: numberBetween(0, most),
  groupPrice: numberBetween(1, most),
  wheelPrice: numberBetween(1, most),
  minMinutes: numberBetween(1, 60),
});

const fields = () =>
  [
    ["privatePrice", t("Private show"), t("Tokens a minute")],
    ["exclusivePrice", t("Exclusive private show"), t("Tokens a minute; 0 does not offer it")],
    ["groupPrice", t("Group show"), t("Tokens a minute and person")],
    ["wheelPrice", t("Wheel"), t("Tokens a spin")],
    ["minMinutes", t("Shortest private show"), t("Minutes")],
  ] as const;

/** What my time costs, from the next show on. */
export function PricesCard({ performer }: { performer: Performer }) {
  const set = useSetPrices();
  const form = useForm(schema, {
    privatePrice: String(performer.privatePrice),
    exclusivePrice: String(performer.exclusivePrice),
    groupPrice: String(performer.groupPrice),
    wheelPrice: String(performer.wheelPrice),
    minMinutes: String(performer.minMinutes),
  });

  async function save(prices: z.output<typeof schema>) {
    await set.mutateAsync(prices);
    toast.success(t("Saved. The prices hold from your next show on."));
  }

  return (
    <Card title={t("Prices")}>
      <Form form={form} onSubmit={save} aria-label={t("Prices")}>
        <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          {fields().map(([name, label, hint]) => (
            <TextField
              key={name}
              label={label}
              hint={hint}
              inputMode="numeric"
              {...field(form, name)}
            />
          ))}
        </div>
        <SaveButton pending={form.formState.isSubmitting} />
      </Form>
    </Card>
  );
}
