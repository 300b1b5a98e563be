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
import { genderChoices } from "@/performers/genderChoices";
import { useLabels } from "@/settings/api";
import { CountrySelect } from "@/settings/CountrySelect";
import { Dialog } from "@/ui/Dialog";
import { DocumentFile } from "@/ui/DocumentFile";
import { Select, TextField } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { FormActions } from "@/ui/FormDialog";
import { PasswordField } from "@/ui/PasswordField";
import { toast } from "@/ui/toast";
import { useHire } from "./api";
import { t } from "./texts";

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
        ? t("{username} has to confirm the mail address.", { username: member.username })
        : t("{username} gets an invitation by mail.", { username: member.username }),
    );
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      width="lg"
      title={t("New {model}", { model: model.toLowerCase() })}
      description={t(
        "Without a password, the invitation lets her choose one. The documents may come later, from herself.",
      )}
    >
      <Form
        form={form}
        onSubmit={open}
        className="mt-5"
        aria-label={t("New {model}", { model: model.toLowerCase() })}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={t("Username")}
            autoCapitalize="off"
            spellCheck={false}
            required
            {...field(form, "username")}
          />
          <TextField label={t("Email")} type="email" required {...field(form, "email")} />
          <TextField label={t("Stage name")} {...field(form, "name")} />
          <Select
            label={t("Gender")}
            placeholder={t("Choose")}
            options={genderChoices()}
            required
            {...field(form, "gender")}
          />
          <TextField
            label={t("Date of birth")}
            type="date"
            min="1900-01-01"
            max={eighteenYearsBefore(Date.now())}
            required
            {...field(form, "dateOfBirth")}
          />
          <CountrySelect
            label={t("Country")}
            placeholder={t("Rather not say")}
            {...field(form, "country")}
          />
        </div>
        <PasswordField
          label={t("Password")}
          autoComplete="new-password"
          {...field(form, "password")}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <DocumentFile
            form={form}
            name="idVerification"
            label={t("A photo of her holding her ID")}
            progress={sent}
          />
          <DocumentFile
            form={form}
            name="documentVerification"
            label={t("Her passport, identity card or driving licence")}
            progress={sent}
          />
        </div>
        <FormActions form={form} verb={t("Open the account")} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
