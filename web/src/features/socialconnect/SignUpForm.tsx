import { useState } from "react";
import * as z from "zod/mini";
import type { Schemas } from "@/api/client";
import { paths } from "@/app/paths";
import {
  accepted,
  alphanumeric,
  birthDate,
  eighteenYearsBefore,
  email,
  optional,
} from "@/lib/validate";
import { forgetInvitation } from "@/session/invitation";
import { Button, LinkButton } from "@/ui/Button";
import { TextField } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { Checkbox } from "@/ui/Toggle";
import { useSearch } from "@/ui/useAddress";
import { register } from "./api";
import { t } from "./texts";
import { XMark } from "./XMark";

const schema = z.object({
  username: alphanumeric().check(
    z.refine(({ length }) => length >= 3 && length <= 30, {
      error: () => t("Must have between 3 and 30 characters"),
    }),
  ),
  email: email(),
  dateOfBirth: birthDate(),
  name: optional(),
  terms: accepted(),
});

type SignUpFormProps = {
  flow: string;
  next: string | undefined;
  begun: Schemas["SocialconnectRegistration"];
};

/** What a registration needs that X does not say. */
export function SignUpForm({ flow, next = "", begun }: SignUpFormProps) {
  const [{ ref = "" }] = useSearch(paths.registerUser);
  const [told, setTold] = useState<string>();
  const form = useForm(schema, {
    username: begun.username,
    email: begun.email,
    name: begun.name,
    dateOfBirth: "",
    terms: false,
  });
  if (told) {
    return (
      <div role="status" className="grid gap-5">
        <p className="text-body">{told}</p>
        <p className="text-label text-fg2">
          {t("After that, log in with X (Twitter) as often as you like.")}
        </p>
        <LinkButton href={paths.loginUser({ next })} variant="outline">
          {t("To the login")}
        </LinkButton>
      </div>
    );
  }
  return (
    <Form
      form={form}
      unsaved="drop"
      aria-label={t("Sign up with X (Twitter)")}
      onSubmit={async (values) => {
        const { message } = await register({ ...values, flow, ref, next });
        forgetInvitation();
        setTold(message);
      }}
    >
      <p className="flex items-center gap-3 rounded-md bg-s2 px-4 py-3 text-label">
        <XMark />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {t.rich("You come as <b>@{handle}</b>. A few words more, and you are here.", {
            handle: begun.handle,
            b: (words) => <strong dir="ltr">{words}</strong>,
          })}
        </span>
      </p>
      <TextField
        label={t("Username")}
        hint={t("Letters and digits. Everybody sees it.")}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        required
        {...field(form, "username")}
      />
      <TextField
        label={t("Email")}
        hint={t("We send a link there, to be sure that it is yours.")}
        type="email"
        inputMode="email"
        autoComplete="email"
        required
        {...field(form, "email")}
      />
      <TextField
        label={t("Date of birth")}
        type="date"
        autoComplete="bday"
        min="1900-01-01"
        max={eighteenYearsBefore(Date.now())}
        hint={t("You must be at least 18 years old.")}
        required
        {...field(form, "dateOfBirth")}
      />
      <TextField label={t("Name")} autoComplete="name" {...field(form, "name")} />
      <Checkbox label={t("I agree to the terms of this site.")} {...field(form, "terms")} />
      <Button type="submit" variant="brand" size="lg" pending={form.formState.isSubmitting}>
        {t("Create account")}
      </Button>
    </Form>
  );
}
