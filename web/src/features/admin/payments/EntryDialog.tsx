import * as z from "zod/mini";
import { numberBetween, required } from "@/lib/validate";
import { Select, Textarea, TextField } from "@/ui/Field";
import { field, useForm } from "@/ui/Form";
import { FormDialog } from "@/ui/FormDialog";
import { toast } from "@/ui/toast";
import { useEnter } from "./api";
import { t } from "./texts";

const schema = z.object({
  username: required(),
  direction: z.enum(["credit", "debit"]),
  tokens: numberBetween(0.01, 10_000_000),
  reference: required(),
  reason: required(),
});

const directions = () => [
  { value: "credit", label: t("Credit: the member gets tokens") },
  { value: "debit", label: t("Debit: tokens are taken") },
];

/** Tokens by hand. Above the operator's limit a second admin has to approve them. */
export function EntryDialog({ onClose }: { onClose: () => void }) {
  const enter = useEnter();
  const form = useForm(schema, {
    username: "",
    direction: "credit",
    tokens: "",
    reference: "",
    reason: "",
  });

  async function submit(draft: z.output<typeof schema>) {
    const { status } = await enter.mutateAsync(draft);
    toast.success(
      status === "paid"
        ? t("It is booked.")
        : t("It is entered. A second admin has to approve it."),
    );
    onClose();
  }

  return (
    <FormDialog
      onClose={onClose}
      title={t("Enter by hand")}
      description={t(
        "Never for yourself. A reference is booked once. Above the limit of the manual gateway a second admin approves.",
      )}
      form={form}
      onSubmit={submit}
      label={t("Entry by hand")}
      verb={t("Enter")}
    >
      <TextField label={t("Username of the member")} required {...field(form, "username")} />
      <Select label={t("Direction")} options={directions()} {...field(form, "direction")} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={t("Tokens")} inputMode="decimal" required {...field(form, "tokens")} />
        <TextField
          label={t("Reference")}
          hint={t("Such as the number of a bank transfer.")}
          required
          {...field(form, "reference")}
        />
      </div>
      <Textarea
        label={t("Reason")}
        hint={t("10 to 500 characters, kept in the audit log.")}
        maxLength={500}
        required
        {...field(form, "reason")}
      />
    </FormDialog>
  );
}
