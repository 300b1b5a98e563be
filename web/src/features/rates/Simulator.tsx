import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import type { Range } from "@/lib/range";
import { incomes } from "@/money/kinds";
import { eachIncome } from "@/money/kinds.gen";
import { useLabels } from "@/settings/api";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { TextField } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { LoadFailure } from "@/ui/States";
import { type Looker, ownRates, useSimulation, type WantedShare } from "./api";
import { OutcomeCard } from "./OutcomeCard";
import { maybe } from "./percent";
import { t } from "./texts";

const each = z.object(eachIncome(() => maybe));
const schema = z.object({ site: each, member: each });

const empty = eachIncome(() => "");

type SimulatorProps = { who: Looker; range: Range };

/** What other rates would have made of the incomes of a time, each of them split anew. */
export function Simulator({ who, range }: SimulatorProps) {
  const { model } = useLabels();
  const own = useQuery({ ...ownRates(), enabled: who === "performer" });
  const simulation = useSimulation(who);
  const form = useForm(schema, { site: empty, member: empty });
  const hasMember = who === "studio" || Boolean(own.data?.studio);

  async function run({ site, member }: z.output<typeof schema>) {
    const rates = incomes.flatMap(({ id: kind }): WantedShare[] => {
      const wanted: WantedShare = {
        kind,
        ...(site[kind] !== undefined && { site: site[kind] }),
        ...(hasMember && member[kind] !== undefined && { member: member[kind] }),
      };
      return wanted.site === undefined && wanted.member === undefined ? [] : [wanted];
    });
    await simulation.mutateAsync({ range, rates });
  }

  return (
    <div className="grid items-start gap-5 lg:grid-cols-2">
      <Card title={t("What if the rates had been…")}>
        <p className="mb-4 text-body text-fg2">
          {t("In percent. An empty field stays as it is now. Nothing is changed by trying.")}
        </p>
        <Form form={form} unsaved="drop" onSubmit={run} aria-label={t("Simulator")}>
          <LoadFailure query={own} what={t("Your rates of now")} />
          <div className="grid gap-4">
            {incomes.map(({ id, many: label }) => (
              <fieldset key={id} className="grid grid-cols-2 gap-x-3">
                <legend className="mb-1 text-label font-semibold">{label}</legend>
                <TextField
                  label={t("Site keeps")}
                  inputMode="decimal"
                  placeholder={placeholder(own.data?.site[id])}
                  {...field(form, `site.${id}`)}
                />
                {hasMember && (
                  <TextField
                    label={
                      who === "studio" ? t("{model} gets", { model }) : t("You get of the studio's")
                    }
                    inputMode="decimal"
                    placeholder={placeholder(own.data?.rates[id])}
                    {...field(form, `member.${id}`)}
                  />
                )}
              </fieldset>
            ))}
          </div>
          <Button type="submit" variant="brand" pending={form.formState.isSubmitting}>
            {t("Calculate")}
          </Button>
        </Form>
      </Card>
      <OutcomeCard who={who} outcome={simulation.data} isPending={simulation.isPending} />
    </div>
  );
}

function placeholder(now: number | undefined): string {
  return now === undefined ? t("as now") : t("{rate} now", { rate: String(now) });
}
