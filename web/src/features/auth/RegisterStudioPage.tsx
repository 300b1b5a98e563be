import { useState } from "react";
import * as z from "zod/mini";
import { paths } from "@/app/paths";
import { documentLimits, fileWithin } from "@/lib/validate";
import { useLabels, useSettings } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { Button } from "@/ui/Button";
import { DocumentFile } from "@/ui/DocumentFile";
import { Form, field, useForm } from "@/ui/Form";
import { useSearch } from "@/ui/useAddress";
import { AccountFields, accountShape, emptyAccount } from "./AccountFields";
import { AuthCard } from "./AuthCard";
import { registerWithFiles, type Told } from "./api";
import { HaveAccount } from "./HaveAccount";
import { Registered } from "./Registered";
import { RoleChoices } from "./RoleChoices";
import { Section } from "./Section";
import { t } from "./texts";

/** /studio/register */
export default function RegisterStudioPage() {
  useTitle(t("Register a studio"));
  const { models } = useLabels();
  const { passwordMinimum } = useSettings();
  const [query] = useSearch(paths.registerStudio);
  const [told, setTold] = useState<Told>();
  const [sent, setSent] = useState<number>();
  const schema = z.object({
    ...accountShape(passwordMinimum),
    documentVerification: fileWithin(documentLimits),
  });
  const form = useForm(schema, { ...emptyAccount });

  async function submit(values: z.output<typeof schema>) {
    const all = { ...values, ref: query.ref ?? "" };
    try {
      setTold(await registerWithFiles("studio", all, { onProgress: setSent }));
    } finally {
      setSent(undefined);
    }
  }

  if (told) return <Registered message={told.message} email={form.getValues("email")} />;
  return (
    <AuthCard
      wide
      title={t("Register a studio")}
      lead={t("Manage your {models}, their shares and their payouts in one place.", {
        models: models.toLowerCase(),
      })}
      top={<RoleChoices to="register" selected="studio" />}
      footer={<HaveAccount href={paths.loginStudio()} />}
    >
      <Form
        form={form}
        unsaved={{ keepAs: "register" }}
        onSubmit={submit}
        aria-label={t("Register")}
      >
        <Section step={1} title={t("Your studio")}>
          <AccountFields
            bind={(name) => field(form, name)}
            password={form.watch("password")}
            nameLabel={t("Studio name")}
            birthLabel={t("Date of birth of the person responsible")}
          />
        </Section>
        <Section
          step={2}
          title={t("Your document")}
          lead={t("Only our staff sees this file. It is stored encrypted.")}
        >
          <DocumentFile
            form={form}
            name="documentVerification"
            label={t("Extract from the company register")}
            progress={sent}
            required
          />
        </Section>
        <Button type="submit" variant="brand" size="lg" pending={form.formState.isSubmitting}>
          {sent === undefined
            ? t("Register")
            : t("Sending {percent} %", { percent: Math.round(sent * 100) })}
        </Button>
      </Form>
    </AuthCard>
  );
}
