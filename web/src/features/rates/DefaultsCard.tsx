import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import * as z from "zod/mini";
import { numberBetween } from "@/lib/validate";
import { incomes } from "@/money/kinds";
import { eachIncome } from "@/money/kinds.gen";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { TextField } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { Loaded } from "@/ui/Loaded";
import { Skeleton } from "@/ui/Skeleton";
import { toast } from "@/ui/toast";
import { defaultRates, useSetDefaults } from "./api";
import { t } from "./texts";

const percent = numberBetween(0, 100);
const schema = z.object(eachIncome(() => percent));

type Rates = z.input<typeof schema>;

/** What the site keeps of everybody who has no rates of her own. */
export function DefaultsCard() {
  const rates = useQuery(defaultRates());
  return (
    <Card title={t("Site keeps, in percent")}>
      <Loaded query={rates} waiting={<Skeleton className="h-40 w-full rounded-md" />}>
        {(data) => <DefaultsForm rates={ratesOf(data.rates)} />}
      </Loaded>
    </Card>
  );
}

function ratesOf(list: readonly { kind: string; site: number }[]): Rates {
  return eachIncome((kind) => String(list.find((rate) => rate.kind === kind)?.site ?? ""));
}

function DefaultsForm({ rates }: { rates: Rates }) {
  const set = useSetDefaults();
  const form = useForm(schema, rates);
  // What comes anew is shown where nothing has been typed.
  const told = JSON.stringify(rates);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same rates are read again and again.
  useEffect(() => form.reset(rates, { keepDirtyValues: true }), [told]);

  async function save(wanted: z.output<typeof schema>) {
    const kept = await set.mutateAsync(incomes.map(({ id }) => ({ kind: id, site: wanted[id] })));
    form.reset(ratesOf(kept.rates));
    if (kept.waits) toast.info(t("What lowers a rate waits for a second admin, under Settings."));
    else toast.success(t("Saved. It holds from now on."));
  }

  return (
    <Form form={form} onSubmit={save} aria-label={t("What the site keeps of everybody")}>
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        {incomes.map(({ id, many: label }) => (
          <TextField key={id} label={label} inputMode="decimal" {...field(form, id)} />
        ))}
      </div>
      <Button
        type="submit"
        variant="brand"
        className="justify-self-start"
        disabled={!form.formState.isDirty}
        pending={form.formState.isSubmitting}
      >
        {t("Save")}
      </Button>
    </Form>
  );
}
