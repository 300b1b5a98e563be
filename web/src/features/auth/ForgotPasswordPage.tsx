import { useState } from "react";
import * as z from "zod/mini";
import { paths } from "@/app/paths";
import { email } from "@/lib/validate";
import { useTitle } from "@/settings/useTitle";
import { Button } from "@/ui/Button";
import { TextField } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { Link } from "@/ui/Link";
import { useSearch } from "@/ui/useAddress";
import { AuthCard } from "./AuthCard";
import { forgotPassword } from "./api";
import { t } from "./texts";
import { textLink } from "./words";

const schema = z.object({ email: email() });

/** /auth/forgot-password, with ?type= for the login it was asked from. */
export default function ForgotPasswordPage() {
  useTitle(t("Forgot password"));
  const [query] = useSearch(paths.forgotPassword);
  const [told, setTold] = useState<string>();
  const form = useForm(schema, { email: "" });

  async function submit(values: z.output<typeof schema>) {
    setTold((await forgotPassword(values.email, query.type ?? "")).message);
  }

  return (
    <AuthCard
      title={t("Forgot your password?")}
      lead={t("We send you a link to choose a new one. It works for 30 minutes.")}
      footer={
        <Link href={loginOf(query.type)} className={textLink}>
          {t("Back to the login")}
        </Link>
      }
    >
      {told ? (
        <output className="rounded-md bg-ok-soft px-4 py-3 text-body text-ok-ink">{told}</output>
      ) : (
        <Form
          form={form}
          unsaved={{ keepAs: "login" }}
          onSubmit={submit}
          aria-label={t("Forgot password")}
        >
          <TextField
            label={t("Email")}
            type="email"
            inputMode="email"
            autoComplete="email"
            {...field(form, "email")}
          />
          <Button type="submit" variant="brand" size="lg" pending={form.formState.isSubmitting}>
            {t("Send the link")}
          </Button>
        </Form>
      )}
    </AuthCard>
  );
}

function loginOf(type: string | undefined): string {
  if (type === "performers") return paths.loginPerformer();
  if (type === "studio") return paths.loginStudio();
  if (type === "admin") return paths.loginAdmin();
  return paths.loginUser();
}
