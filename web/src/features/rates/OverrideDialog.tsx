import * as z from "zod/mini";
import { required } from "@/lib/validate";
import { incomes } from "@/money/kinds";
import { eachIncome } from "@/money/kinds.gen";
import { TextField } from "@/ui/Field";
import { field, useForm } from "@/ui/Form";
import { FormDialog } from "@/ui/FormDialog";
import { toast } from "@/ui/toast";
import { type Rate, type Rated, useSetRates } from "./api";
import { maybe } from "./percent";
import { t } from "./texts";

const schema = z.object({ ...eachIncome(() => maybe), reason: required() });

type OverrideDialogProps = { rated: Rated; onClose: () => void };

/** What the site keeps of one account's income. An empty field is the default. */
export function OverrideDialog({ rated, onClose }: OverrideDialogProps) {
  const { account, rates } = rated;
  const set = useSetRates();
  const rateOf = (kind: string) => rates.find((rate) => rate.kind === kind);
  const form = useForm(schema, {
    ...eachIncome((kind) => written(rateOf(kind), account.role)),
    reason: "",
  });

  async function save({ reason, ...wanted }: z.output<typeof schema>) {
    await set.mutateAsync({
      id: account._id,
      reason,
      rates: incomes.map(({ id: kind }) => {
        const site = wanted[kind];
        return site === undefined ? { kind } : { kind, site };
      }),
    });
    toast.success(t("Saved. It holds from now on."));
    onClose();
  }

  return (
    <FormDialog
      onClose={onClose}
      title={t("Site keeps of {username}", { username: account.username })}
      description={t(
        "In percent, from now on. An empty field is the default. What was earned keeps its rates; the account is told by mail.",
      )}
      form={form}
      onSubmit={save}
      className="mt-5"
      label={t("Rates of one account")}
      verb={t("Save")}
    >
      <div className="grid grid-cols-2 gap-4">
        {incomes.map(({ id, many: label }) => (
          <TextField
            key={id}
            label={label}
            inputMode="decimal"
            placeholder={t("{rate} (default)", { rate: String(rateOf(id)?.site ?? "") })}
            {...field(form, id)}
          />
        ))}
      </div>
      <TextField
        label={t("Why")}
        hint={t("For the site's own people; it is in the audit log.")}
        maxLength={500}
        required
        {...field(form, "reason")}
      />
    </FormDialog>
  );
}

/** A rate that was set for this account, as text; empty when it comes from elsewhere. */
function written(rate: Rate | undefined, role: string): string {
  return rate !== undefined && rate.from === role ? String(rate.site) : "";
}
