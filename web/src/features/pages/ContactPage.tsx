import { Send } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { paths } from "@/app/paths";
import { email, optional, required } from "@/lib/validate";
import { useSession } from "@/session/api";
import { useSettings } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { Button, LinkButton } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Textarea, TextField } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { EmptyState } from "@/ui/States";
import { writeToOperator } from "./api";
import { t } from "./texts";

const schema = z.object({
  name: required(),
  email: email(),
  subject: optional(),
  message: required(),
});

/** /contact */
export default function ContactPage() {
  useTitle(t("Contact"));
  const { siteName } = useSettings();
  const [sent, setSent] = useState(false);
  return (
    <div className="mx-auto max-w-[640px] px-4 py-8 sm:py-12">
      <h1 className="text-h1 font-extrabold tracking-[-.02em]">{t("Contact us")}</h1>
      <p className="mt-1 mb-6 text-body text-fg2">
        {t("Write to the people who run {siteName}. We answer by mail.", { siteName })}
      </p>
      <Card>
        {sent ? (
          <EmptyState
            title={t("Thank you, your message is on its way")}
            icon={<Send aria-hidden />}
            action={<LinkButton href={paths.home()}>{t("Go home")}</LinkButton>}
          />
        ) : (
          <MessageForm onSent={() => setSent(true)} />
        )}
      </Card>
    </div>
  );
}

function MessageForm({ onSent }: { onSent: () => void }) {
  const { session } = useSession();
  const form = useForm(schema, {
    name: session?.name ?? "",
    email: session?.email ?? "",
    subject: "",
    message: "",
  });

  async function send({ subject, ...rest }: z.output<typeof schema>) {
    await writeToOperator({ ...rest, ...(subject && { subject }) });
    onSent();
  }

  return (
    <Form form={form} onSubmit={send} aria-label={t("Contact us")}>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label={t("Name")}
          autoComplete="name"
          maxLength={100}
          required
          {...field(form, "name")}
        />
        <TextField
          label={t("Email")}
          type="email"
          inputMode="email"
          autoComplete="email"
          required
          {...field(form, "email")}
        />
      </div>
      <TextField label={t("Subject")} maxLength={200} {...field(form, "subject")} />
      <Textarea
        label={t("Message")}
        rows={7}
        maxLength={5000}
        required
        {...field(form, "message")}
      />
      <Button type="submit" variant="brand" size="lg" pending={form.formState.isSubmitting}>
        {t("Send")}
      </Button>
    </Form>
  );
}
