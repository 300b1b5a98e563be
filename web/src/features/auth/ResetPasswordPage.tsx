import { useState } from "react";
import * as z from "zod/mini";
import { ApiError } from "@/api/errors";
import { paths } from "@/app/paths";
import { newPassword } from "@/lib/validate";
import { useSettings } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { Button, LinkButton } from "@/ui/Button";
import { Form, field, useForm } from "@/ui/Form";
import { PasswordField } from "@/ui/PasswordField";
import { useSearch } from "@/ui/useAddress";
import { AuthCard } from "./AuthCard";
import { resetPassword } from "./api";
import { Centred } from "./Centred";
import { LoginLinks } from "./LoginLinks";
import { t } from "./texts";

/** /auth/reset-password?token=: the form, the password is changed, or the link is too old. */
export default function ResetPasswordPage() {
  useTitle(t("Choose a new password"));
  return (
    <Centred>
      <Reset />
    </Centred>
  );
}

function Reset() {
  const [query] = useSearch(paths.resetPassword);
  const [told, setTold] = useState<string>();
  const [expired, setExpired] = useState(query.token === undefined);

  if (told) {
    return (
      <AuthCard title={t("Password changed")} lead={told}>
        <LoginLinks />
      </AuthCard>
    );
  }
  if (expired) {
    return (
      <AuthCard
        title={t("This link does not work any more")}
        lead={t("A link works once and for 30 minutes. Please ask for a new one.")}
      >
        <LinkButton href={paths.forgotPassword()} variant="brand" size="lg">
          {t("Ask for a new link")}
        </LinkButton>
      </AuthCard>
    );
  }
  return (
    <AuthCard title={t("Choose a new password")} lead={t("All your devices will be logged out.")}>
      <NewPasswordForm
        token={query.token ?? ""}
        onChanged={setTold}
        onExpired={() => setExpired(true)}
      />
    </AuthCard>
  );
}

type NewPasswordFormProps = {
  token: string;
  onChanged: (told: string) => void;
  onExpired: () => void;
};

function NewPasswordForm({ token, onChanged, onExpired }: NewPasswordFormProps) {
  const { passwordMinimum: least } = useSettings();
  const schema = z.object({ password: newPassword(least) });
  const form = useForm(schema, { password: "" });

  async function submit({ password }: z.output<typeof schema>) {
    try {
      onChanged((await resetPassword(token, password)).message);
    } catch (error) {
      if (error instanceof ApiError && error.code === "link_expired") onExpired();
      else throw error;
    }
  }

  return (
    <Form form={form} unsaved="drop" onSubmit={submit} aria-label={t("Choose a new password")}>
      <PasswordField
        label={t("New password")}
        autoComplete="new-password"
        strength={{ least, password: form.watch("password") }}
        {...field(form, "password")}
      />
      <Button type="submit" variant="brand" size="lg" pending={form.formState.isSubmitting}>
        {t("Change password")}
      </Button>
    </Form>
  );
}
