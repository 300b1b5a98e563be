import { useState } from "react";
import * as z from "zod/mini";
import { email } from "@/lib/validate";
import { Button } from "@/ui/Button";
import { TextField } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { resendVerification } from "./api";
import { t } from "./texts";

const schema = z.object({ email: email() });

/** Sends the verification link again. */
export function ResendForm({ to = "" }: { to?: string }) {
  const [told, setTold] = useState<string>();
  const form = useForm(schema, { email: to });

  async function submit(values: z.output<typeof schema>) {
    setTold(undefined);
    setTold((await resendVerification(values.email)).message);
  }

  return (
    <Form
      form={form}
      unsaved="drop"
      onSubmit={submit}
      aria-label={t("Send the verification link again")}
    >
      <TextField
        label={t("Email")}
        type="email"
        inputMode="email"
        autoComplete="email"
        {...field(form, "email")}
      />
      <Button type="submit" variant="outline" size="lg" pending={form.formState.isSubmitting}>
        {t("Send the link again")}
      </Button>
      {told && <output className="text-label text-ok-ink">{told}</output>}
    </Form>
  );
}
