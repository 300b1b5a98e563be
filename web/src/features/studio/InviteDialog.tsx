import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { numberBetween, required } from "@/lib/validate";
import { incomes } from "@/money/kinds";
import { eachIncome } from "@/money/kinds.gen";
import { useLabels } from "@/settings/api";
import { Dialog } from "@/ui/Dialog";
import { TextField } from "@/ui/Field";
import { field, useForm } from "@/ui/Form";
import { FormDialog } from "@/ui/FormDialog";
import { Loaded } from "@/ui/Loaded";
import { Skeleton } from "@/ui/Skeleton";
import { toast } from "@/ui/toast";
import { standardShares, useInvite } from "./api";
import { t } from "./texts";

const share = numberBetween(0, 100);
const schema = z.object({ to: required(), ...eachIncome(() => share) });

type Percents = Record<string, number>;

/** Asks a performer to join the studio, on what it gives everybody unless told otherwise. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { model } = useLabels();
  const standard = useQuery(standardShares());
  if (standard.data) return <InviteForm standard={standard.data.default} onClose={onClose} />;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("Invite a {model}", { model: model.toLowerCase() })}
      description=""
    >
      <Loaded query={standard} waiting={<Skeleton className="h-64 w-full rounded-md" />}>
        {() => null}
      </Loaded>
    </Dialog>
  );
}

function InviteForm({ standard, onClose }: { standard: Percents; onClose: () => void }) {
  const { model } = useLabels();
  const invite = useInvite();
  const form = useForm(schema, {
    to: "",
    ...eachIncome((kind) => String(standard[kind] ?? "")),
  });

  async function send({ to, ...rates }: z.output<typeof schema>) {
    await invite.mutateAsync({ to, rates });
    toast.success(t("Sent. Whoever {to} is can answer within 14 days.", { to }));
    onClose();
  }

  return (
    <FormDialog
      onClose={onClose}
      title={t("Invite a {model}", { model: model.toLowerCase() })}
      description={t(
        "The invitation looks the same to you whether somebody has that name or not, until it is accepted.",
      )}
      form={form}
      onSubmit={send}
      label={t("Invite a {model}", { model: model.toLowerCase() })}
      verb={t("Send the invitation")}
    >
      <TextField
        label={t("Username or email")}
        autoCapitalize="off"
        spellCheck={false}
        required
        {...field(form, "to")}
      />
      <p className="text-label text-fg2">
        {t("Percent of the studio's income that you offer for each kind.")}
      </p>
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
