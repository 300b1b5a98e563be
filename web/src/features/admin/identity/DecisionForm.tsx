import { BadgeCheck, CircleX } from "lucide-react";
import * as z from "zod/mini";
import { optional, required } from "@/lib/validate";
import { CountrySelect } from "@/settings/CountrySelect";
import { Button } from "@/ui/Button";
import { Select, TextField } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { type Check, type Paper, useDecide } from "./api";
import { t } from "./texts";
import { paperTypes } from "./words";

const shape = {
  type: required(),
  number: required(),
  country: required(),
  expiry: optional(),
  legalName: required(),
  birthDate: optional(),
};
const company = z.object(shape);
const person = z.object({ ...shape, expiry: required(), birthDate: required() });

type DecisionFormProps = { found: Check; onVerified: () => void; onReject: () => void };

/** What the approver reads off the paper. The server compares the date of birth and the expiry. */
export function DecisionForm({ found, onVerified, onReject }: DecisionFormProps) {
  const isCompany = found.role === "studio";
  const decide = useDecide(found._id);
  const form = useForm(isCompany ? company : person, {
    type: isCompany ? "company_register" : "",
    number: "",
    country: "",
    expiry: "",
    legalName: "",
    birthDate: "",
  });

  async function verify(read: z.output<typeof company>) {
    await decide.mutateAsync({ kind: "verify", paper: paperOf(read), reason: "" });
    onVerified();
  }

  return (
    <Form form={form} onSubmit={verify} aria-label={t("Read off the document")}>
      <Select
        label={t("Kind of document")}
        placeholder={t("Choose")}
        options={paperTypes()}
        required
        {...field(form, "type")}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={t("Number")}
          autoComplete="off"
          maxLength={60}
          required
          {...field(form, "number")}
        />
        <CountrySelect label={t("Issued by")} required {...field(form, "country")} />
      </div>
      <TextField
        label={t("Legal name")}
        autoComplete="off"
        maxLength={120}
        required
        {...field(form, "legalName")}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        {!isCompany && (
          <TextField
            label={t("Date of birth")}
            type="date"
            required
            {...field(form, "birthDate")}
          />
        )}
        <TextField
          label={t("Valid until")}
          type="date"
          required={!isCompany}
          {...field(form, "expiry")}
        />
      </div>
      <div className="grid grid-cols-2 gap-2">
        <Button variant="danger" size="lg" onClick={onReject}>
          <CircleX size={18} aria-hidden />
          {t("Reject")}
        </Button>
        <Button type="submit" variant="brand" size="lg" pending={form.formState.isSubmitting}>
          <BadgeCheck size={18} aria-hidden />
          {t("Verify")}
        </Button>
      </div>
    </Form>
  );
}

// What is empty is not sent: the server takes absence for "does not expire" and "not asked".
function paperOf({ type, expiry, birthDate, ...rest }: z.output<typeof company>): Paper {
  const known = paperTypes().find(({ value }) => value === type)?.value ?? "passport";
  return { ...rest, type: known, ...(expiry && { expiry }), ...(birthDate && { birthDate }) };
}
