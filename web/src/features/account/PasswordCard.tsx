import * as z from "zod/mini";
import { newPassword, password } from "@/lib/validate";
import { useSettings } from "@/settings/api";
import { Card } from "@/ui/Card";
import { Form, field, useForm } from "@/ui/Form";
import { PasswordField } from "@/ui/PasswordField";
import { SaveButton } from "@/ui/SaveButton";
import { toast } from "@/ui/toast";
import { useChangePassword } from "./api";
import { t } from "./texts";

/** A new password for the old one. */
export function PasswordCard() {
  const { passwordMinimum: least } = useSettings();
  const change = useChangePassword();
  const schema = z.object({ currentPassword: password(), password: newPassword(least) });
  const form = useForm(schema, { currentPassword: "", password: "" });

  async function submit(values: z.output<typeof schema>) {
    await change.mutateAsync(values);
    form.reset();
    toast.success(t("Your password is changed. Other devices are logged out."));
  }

  return (
    <Card title={t("Password")}>
      <Form form={form} onSubmit={submit} aria-label={t("Change password")}>
        <PasswordField
          label={t("Current password")}
          autoComplete="current-password"
          {...field(form, "currentPassword")}
        />
        <PasswordField
          label={t("New password")}
          autoComplete="new-password"
          strength={{ least, password: form.watch("password") }}
          {...field(form, "password")}
        />
        <SaveButton pending={form.formState.isSubmitting}>{t("Change password")}</SaveButton>
      </Form>
    </Card>
  );
}
