import { useState } from "react";
import * as z from "zod/mini";
import { ApiError } from "@/api/errors";
import { email, optional } from "@/lib/validate";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { TextField } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { PasswordField } from "@/ui/PasswordField";
import { SaveButton } from "@/ui/SaveButton";
import { toast } from "@/ui/toast";
import { type Me, useUpdateMe } from "./api";
import { t } from "./texts";

const schema = z.object({ email: email(), currentPassword: optional() });

/** The mail address; a new one holds once its link is followed. The server may want the password again. */
export function EmailCard({ account }: { account: Me }) {
  const update = useUpdateMe();
  const [asksPassword, setAsksPassword] = useState(false);
  const form = useForm(schema, { email: account.email, currentPassword: "" });

  async function change({ email: address, currentPassword }: z.output<typeof schema>) {
    try {
      const changed = await update.mutateAsync({
        email: address,
        ...(currentPassword && { currentPassword }),
      });
      form.reset({ email: changed.email, currentPassword: "" });
      setAsksPassword(false);
      if (changed.pendingEmail)
        toast.success(
          t("We have sent a link to {pendingEmail}.", { pendingEmail: changed.pendingEmail }),
        );
    } catch (error) {
      if (error instanceof ApiError && error.fields.currentPassword) setAsksPassword(true);
      throw error;
    }
  }

  return (
    <Card
      title={t("Email")}
      aside={
        account.emailVerified ? (
          <Badge tone="ok">{t("Verified")}</Badge>
        ) : (
          <Badge tone="gold">{t("Not verified")}</Badge>
        )
      }
    >
      <Form form={form} onSubmit={change} aria-label={t("Change email")}>
        <TextField
          label={t("Email")}
          type="email"
          inputMode="email"
          autoComplete="email"
          hint={
            account.pendingEmail
              ? t(
                  "Waiting for {pendingEmail}: follow the link in the mail that we have sent there.",
                  { pendingEmail: account.pendingEmail },
                )
              : t("We send a link to a new address before it is used.")
          }
          {...field(form, "email")}
        />
        {asksPassword && (
          <PasswordField
            label={t("Current password")}
            autoComplete="current-password"
            {...field(form, "currentPassword")}
          />
        )}
        <SaveButton pending={form.formState.isSubmitting}>{t("Change email")}</SaveButton>
      </Form>
    </Card>
  );
}
