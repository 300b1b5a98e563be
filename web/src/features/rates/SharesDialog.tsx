import { useState } from "react";
import * as z from "zod/mini";
import { numberBetween } from "@/lib/validate";
import { incomes } from "@/money/kinds";
import { eachIncome } from "@/money/kinds.gen";
import { Button } from "@/ui/Button";
import { TextField } from "@/ui/Field";
import { field, useForm } from "@/ui/Form";
import { FormDialog } from "@/ui/FormDialog";
import { toast } from "@/ui/toast";
import { type Percents, useSetShares } from "./api";
import { t } from "./texts";

const share = numberBetween(0, 100);
const schema = z.object(eachIncome(() => share));

type SharesDialogProps = {
  /** Of a performer; undefined: of who joins from now on. */
  id: string | undefined;
  name: string;
  rates: Percents;
  onClose: () => void;
};

/** One percentage for each kind of income. What lowers one is an offer that the performer has to accept. */
export function SharesDialog({ id, name, rates, onClose }: SharesDialogProps) {
  const set = useSetShares();
  const form = useForm(
    schema,
    eachIncome((kind) => String(rates[kind])),
  );

  async function save(shares: z.output<typeof schema>) {
    const answer = await set.mutateAsync({ id, shares });
    toast.success(
      answer?.offer
        ? t("{name} was asked. Nothing changes before the answer.", { name })
        : t("Saved."),
    );
    onClose();
  }

  return (
    <FormDialog
      onClose={onClose}
      title={t("Shares of {name}", { name })}
      description={
        id === undefined
          ? t("They hold for who joins from now on; who is there keeps what is agreed.")
          : t(
              "Percent of the studio's income, from now on. A lower share has to be accepted first.",
            )
      }
      form={form}
      onSubmit={save}
      className="mt-5"
      label={t("Shares of {name}", { name })}
      verb={t("Save")}
    >
      <General
        onUse={(text) =>
          form.reset(
            eachIncome(() => text),
            { keepDefaultValues: true },
          )
        }
      />
      <div className="grid grid-cols-2 gap-4">
        {incomes.map((kind) => (
          <TextField
            key={kind.id}
            label={kind.many}
            inputMode="decimal"
            {...field(form, kind.id)}
          />
        ))}
      </div>
    </FormDialog>
  );
}

/** One percentage for every kind; the fields below can still differ. */
function General({ onUse }: { onUse: (text: string) => void }) {
  const [text, setText] = useState("");
  return (
    <div className="flex items-end gap-3">
      <span className="min-w-0 flex-1">
        <TextField
          label={t("In general")}
          hint={t("One share for every kind of income")}
          inputMode="decimal"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </span>
      <Button
        variant="outline"
        className="mb-6"
        disabled={text.trim() === ""}
        onClick={() => onUse(text.trim())}
      >
        {t("Use for all")}
      </Button>
    </div>
  );
}
