import { useState } from "react";
import * as z from "zod/mini";
import {
  alphanumeric,
  birthDate,
  documentLimits,
  eighteenYearsBefore,
  email,
  fileWithin,
  optional,
  required,
} from "@/lib/validate";
import { useLabels } from "@/settings/api";
import { CountrySelect } from "@/settings/CountrySelect";
import { Dialog } from "@/ui/Dialog";
import { Select, TextField } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { FormActions } from "@/ui/FormDialog";
import { FormFile } from "@/ui/FormFile";
import { PasswordField } from "@/ui/PasswordField";
import { toast } from "@/ui/toast";
import { useHire } from "./api";

const genders = [
  { value: "female", label: "Female" },
  { value: "male", label: "Male" },
  { value: "transgender", label: "Transgender" },
  { value: "couple", label: "Couple" },
];
const hint = `${documentLimits.accepted.join(", ")}, smaller than ${documentLimits.megabytes} MB`;
const accept = documentLimits.accepted.map((ending) => `.${ending}`).join(",");
const paper = z.optional(fileWithin(documentLimits));
const schema = z.object({
  username: alphanumeric(),
  email: email(),
  password: z.string(),
  dateOfBirth: birthDate(),
  gender: required(),
  name: optional(),
  country: optional(),
  idVerification: paper,
  documentVerification: paper,
});
const empty: z.input<typeof schema> = {
  username: "",
  email: "",
  password: "",
  dateOfBirth: "",
  gender: "",
  name: "",
  country: "",
};

/** Opens a performer's account in the studio. Her identity is checked like everybody's. */
export function HireDialog({ onClose }: { onClose: () => void }) {
  const { model } = useLabels();
  const hire = useHire();
  const [sent, setSent] = useState<number>();
  const form = useForm(schema, empty);

  async function open(member: z.output<typeof schema>) {
    try {
      await hire.mutateAsync({ member, onProgress: setSent });
    } finally {
      setSent(undefined);
    }
    toast.success(
      member.password
        ? `${member.username} has to confirm the mail address.`
        : `${member.username} gets an invitation by mail.`,
    );
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      width="lg"
      title={`New ${model.toLowerCase()}`}
      description="Without a password, the invitation lets her choose one. The documents may come later, from herself."
    >
      <Form form={form} onSubmit={open} className="mt-5" aria-label={`New ${model.toLowerCase()}`}>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Username"
            autoCapitalize="off"
            spellCheck={false}
            required
            {...field(form, "username")}
          />
          <TextField label="Email" type="email" required {...field(form, "email")} />
          <TextField label="Stage name" {...field(form, "name")} />
          <Select
            label="Gender"
            placeholder="Choose"
            options={genders}
            required
            {...field(form, "gender")}
          />
          <TextField
            label="Date of birth"
            type="date"
            min="1900-01-01"
            max={eighteenYearsBefore(Date.now())}
            required
            {...field(form, "dateOfBirth")}
          />
          <CountrySelect label="Country" placeholder="Rather not say" {...field(form, "country")} />
        </div>
        <PasswordField label="Password" autoComplete="new-password" {...field(form, "password")} />
        <div className="grid gap-4 sm:grid-cols-2">
          <FormFile
            form={form}
            name="idVerification"
            label="A photo of her holding her ID"
            hint={hint}
            accept={accept}
            progress={sent}
          />
          <FormFile
            form={form}
            name="documentVerification"
            label="Her passport, identity card or driving licence"
            hint={hint}
            accept={accept}
            progress={sent}
          />
        </div>
        <FormActions form={form} verb="Open the account" onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
