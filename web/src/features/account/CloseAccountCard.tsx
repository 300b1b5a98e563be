import { useState } from "react";
import * as z from "zod/mini";
import { password } from "@/lib/validate";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Dialog } from "@/ui/Dialog";
import { Form, field, useForm } from "@/ui/Form";
import { FormActions } from "@/ui/FormDialog";
import { PasswordField } from "@/ui/PasswordField";
import { useCloseAccount } from "./api";
import { t } from "./texts";

const schema = z.object({ password: password() });

/** Suspends one's own account, after the password. */
export function CloseAccountCard() {
  const [open, setOpen] = useState(false);
  const close = useCloseAccount();
  const form = useForm(schema, { password: "" });

  return (
    <Card title={t("Suspend account")}>
      <div className="flex flex-wrap items-center gap-4">
        <p className="min-w-0 flex-1 basis-72 text-body text-fg2">
          {t(
            "Nobody sees your profile any more and you are logged out everywhere. What you own stays yours; a mail tells you how to come back.",
          )}
        </p>
        <Button variant="danger" onClick={() => setOpen(true)}>
          {t("Suspend account")}
        </Button>
      </div>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t("Suspend your account?")}
        description={t(
          "You can come back within 30 days by the link in the mail that we send you.",
        )}
        width="sm"
      >
        <Form
          form={form}
          className="mt-5"
          aria-label={t("Suspend account")}
          onSubmit={(values) => close.mutateAsync(values.password)}
        >
          <PasswordField
            label={t("Your password")}
            autoComplete="current-password"
            {...field(form, "password")}
          />
          <FormActions
            form={form}
            verb={t("Suspend")}
            variant="danger"
            onCancel={() => setOpen(false)}
          />
        </Form>
      </Dialog>
    </Card>
  );
}
