import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { paths } from "@/app/paths";
import { documentLimits, fileWithin, required } from "@/lib/validate";
import { genderChoices } from "@/performers/genderChoices";
import { forgetInvitation, invitation } from "@/session/invitation";
import { useLabels, useSettings } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { Button } from "@/ui/Button";
import { DocumentFile } from "@/ui/DocumentFile";
import { Select } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { useSearch } from "@/ui/useAddress";
import { AccountFields, accountShape, emptyAccount } from "./AccountFields";
import { AuthCard } from "./AuthCard";
import { registerWithFiles, type Told } from "./api";
import { HaveAccount } from "./HaveAccount";
import { InvitedBy } from "./InvitedBy";
import { Registered } from "./Registered";
import { RoleChoices } from "./RoleChoices";
import { Section } from "./Section";
import { t } from "./texts";

/** /auth/register/performer: the account, then the papers that an admin checks. */
export default function RegisterPerformerPage() {
  const { model } = useLabels();
  useTitle(t("Register as a {model}", { model: model.toLowerCase() }));
  const { passwordMinimum } = useSettings();
  const [query] = useSearch(paths.registerPerformer);
  const invited = useQuery(invitation(query.ref));
  const [told, setTold] = useState<Told>();
  const [sent, setSent] = useState<number>();
  const papers = fileWithin(documentLimits);
  const schema = z.object({
    ...accountShape(passwordMinimum),
    gender: required(),
    idVerification: papers,
    documentVerification: papers,
  });
  const form = useForm(schema, { ...emptyAccount, gender: "" });

  async function submit(values: z.output<typeof schema>) {
    try {
      setTold(
        await registerWithFiles(
          "performer",
          { ...values, ref: invited.data?.code ?? query.ref ?? "" },
          { onProgress: setSent },
        ),
      );
      forgetInvitation();
    } finally {
      setSent(undefined);
    }
  }

  if (told) {
    return (
      <Registered
        message={told.message}
        email={form.getValues("email")}
        next={t(
          "You can log in and set up your profile while we look at your documents. We write to you as soon as you can go live.",
        )}
      />
    );
  }
  return (
    <AuthCard
      wide
      title={t("Become a {model}", { model: model.toLowerCase() })}
      lead={t("Tell us who you are. A person checks your documents before you go live.")}
      top={<RoleChoices to="register" selected="performer" />}
      footer={<HaveAccount href={paths.loginPerformer()} />}
    >
      <Form
        form={form}
        unsaved={{ keepAs: "register" }}
        onSubmit={submit}
        aria-label={t("Register")}
      >
        {invited.data && <InvitedBy invitation={invited.data} />}
        <Section step={1} title={t("Your account")}>
          <AccountFields
            bind={(name) => field(form, name)}
            password={form.watch("password")}
            nameLabel={t("Stage name")}
          />
          <Select
            label={t("Gender")}
            placeholder={t("Choose")}
            options={genderChoices()}
            required
            {...field(form, "gender")}
          />
        </Section>
        <Section
          step={2}
          title={t("Your identity")}
          lead={t("Only our staff sees these files. They are stored encrypted.")}
        >
          <DocumentFile
            form={form}
            name="idVerification"
            label={t("A photo of you holding your ID")}
            progress={sent}
            required
          />
          <DocumentFile
            form={form}
            name="documentVerification"
            label={t("Your passport, identity card or driving licence")}
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
