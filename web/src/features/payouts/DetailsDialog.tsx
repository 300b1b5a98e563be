import { useState } from "react";
import * as z from "zod/mini";
import { ApiError } from "@/api/errors";
import { optional, required } from "@/lib/validate";
import type { Method } from "@/money/payouts/types";
import { methodName } from "@/money/payouts/words";
import { Select, TextField } from "@/ui/Field";
import { type AppForm, field, useForm } from "@/ui/Form";
import { FormDialog } from "@/ui/FormDialog";
import { PasswordField } from "@/ui/PasswordField";
import { toast } from "@/ui/toast";
import { type Destination, useSetDetails } from "./api";
import { t } from "./texts";

// What may be wrong with a number is known to the server, which says so at its field.
const schema = z.object({
  accountHolder: required(),
  iban: optional(),
  accountNumber: optional(),
  bic: optional(),
  bankName: optional(),
  routingNumber: optional(),
  accountType: optional(),
  email: optional(),
  coin: optional(),
  address: optional(),
  currentPassword: optional(),
});

type Fields = AppForm<z.input<typeof schema>, z.output<typeof schema>>;

type DetailsDialogProps = {
  method: Method;
  /** As it is now; its number is masked and has to be written anew. */
  kept: Destination | undefined;
  /** How long a change stops new requests. */
  freezeHours: number;
  onClose: () => void;
};

/** Says where I am paid by one method, and what a change does. */
export function DetailsDialog({ method, kept, freezeHours, onClose }: DetailsDialogProps) {
  const set = useSetDetails();
  const [asksPassword, setAsksPassword] = useState(false);
  const name = methodName(method);
  const form: Fields = useForm(schema, {
    accountHolder: kept?.accountHolder ?? "",
    iban: "",
    accountNumber: "",
    bic: kept?.bic ?? "",
    bankName: kept?.bankName ?? "",
    routingNumber: kept?.routingNumber ?? "",
    accountType: kept?.accountType ?? "checking",
    email: "",
    coin: kept?.coin ?? "BTC",
    address: "",
    currentPassword: "",
  });

  async function save(values: z.output<typeof schema>) {
    const filled = Object.fromEntries(Object.entries(values).filter(([, value]) => value));
    try {
      await set.mutateAsync({ ...filled, accountHolder: values.accountHolder, type: method });
    } catch (error) {
      if (error instanceof ApiError && error.fields.currentPassword) setAsksPassword(true);
      throw error;
    }
    toast.success(t("{name} is saved. We have mailed you about it.", { name }));
    onClose();
  }

  return (
    <FormDialog
      onClose={onClose}
      title={kept ? t("Change {name}", { name }) : t("Set up {name}", { name })}
      description={explained(freezeHours)}
      form={form}
      onSubmit={save}
      className="mt-5"
      label={name}
      verb={t("Save")}
    >
      <TextField
        label={t("Account holder")}
        autoComplete="off"
        maxLength={70}
        required
        {...field(form, "accountHolder")}
      />
      <MethodFields method={method} form={form} />
      {asksPassword && (
        <PasswordField
          label={t("Current password")}
          hint={t("It is a while since you logged in.")}
          autoComplete="current-password"
          {...field(form, "currentPassword")}
        />
      )}
    </FormDialog>
  );
}

const explained = (hours: number): string =>
  hours === 0
    ? t(
        "So that nobody can lead your money elsewhere unseen, a change is mailed to you. A request that is open keeps the details it was made with.",
      )
    : t(
        "So that nobody can lead your money elsewhere unseen, a change is mailed to you and stops new payout requests for {count, plural, one {# hour} other {# hours}}. A request that is open keeps the details it was made with.",
        { count: hours },
      );

const accountTypes = () => [
  { value: "checking", label: t("Checking") },
  { value: "savings", label: t("Savings") },
];

const coins = [
  { value: "BTC", label: "Bitcoin (BTC)" },
  { value: "ETH", label: "Ether (ETH)" },
];

const plain = { autoComplete: "off", spellCheck: false } as const;

function MethodFields({ method, form }: { method: Method; form: Fields }) {
  switch (method) {
    case "bank_transfer":
      return (
        <>
          <TextField
            label="IBAN"
            hint={t(
              "If your bank has none, leave it empty and fill in the account number and the BIC.",
            )}
            {...plain}
            {...field(form, "iban")}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField label={t("Account number")} {...plain} {...field(form, "accountNumber")} />
            <TextField label="BIC" {...plain} {...field(form, "bic")} />
          </div>
          <TextField label={t("Bank")} {...plain} {...field(form, "bankName")} />
        </>
      );
    case "direct_deposit":
      return (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField
              label={t("Routing number")}
              inputMode="numeric"
              required
              {...plain}
              {...field(form, "routingNumber")}
            />
            <TextField
              label={t("Account number")}
              inputMode="numeric"
              required
              {...plain}
              {...field(form, "accountNumber")}
            />
          </div>
          <div className="grid gap-4 sm:grid-cols-2">
            <Select
              label={t("Account type")}
              options={accountTypes()}
              {...field(form, "accountType")}
            />
            <TextField label={t("Bank")} {...plain} {...field(form, "bankName")} />
          </div>
        </>
      );
    case "paxum":
      return (
        <TextField
          label={t("Email of the Paxum account")}
          type="email"
          required
          {...plain}
          {...field(form, "email")}
        />
      );
    case "bitpay":
      return (
        <div className="grid gap-4 sm:grid-cols-[160px_minmax(0,1fr)]">
          <Select label={t("Coin")} options={coins} {...field(form, "coin")} />
          <TextField label={t("Address")} required {...plain} {...field(form, "address")} />
        </div>
      );
  }
}
