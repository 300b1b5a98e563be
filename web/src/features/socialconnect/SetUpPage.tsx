import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { optional, required } from "@/lib/validate";
import { useLabels } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { Badge } from "@/ui/Badge";
import { Card, PageHeader } from "@/ui/Card";
import { CopyField } from "@/ui/CopyField";
import { TextField } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { Loaded } from "@/ui/Loaded";
import { SaveButton } from "@/ui/SaveButton";
import { Skeleton } from "@/ui/Skeleton";
import { Switch } from "@/ui/Toggle";
import { toast } from "@/ui/toast";
import { type Setup, setup, useSetUp } from "./api";
import { t } from "./texts";

const schema = z.object({
  active: z.boolean(),
  signIn: z.boolean(),
  askEmail: z.boolean(),
  clientId: optional(),
  clientSecret: optional(),
  authorizeUrl: required(),
  tokenUrl: required(),
  revokeUrl: required(),
  apiUrl: required(),
});

/** /admin/social-connect: how X is set up. Until then nobody sees any of it. */
export default function SetUpPage() {
  useTitle(t("X (Twitter)"));
  const { models } = useLabels();
  const found = useQuery(setup());
  return (
    <div className="max-w-[860px]">
      <PageHeader title={t("X (Twitter)")}>
        {t("{models} can have it posted that they are live, and members can log in with it.", {
          models,
        })}
      </PageHeader>
      <Loaded query={found} waiting={<Skeleton className="h-96 w-full rounded-lg" />}>
        {(data) => (
          <div className="grid gap-5">
            <Steps callback={data.callbackUrl} />
            <SetUpForm setup={data} />
          </div>
        )}
      </Loaded>
    </div>
  );
}

function Steps({ callback }: { callback: string }) {
  return (
    <Card title={t("At X (Twitter)")}>
      <ol className="mb-5 grid list-decimal gap-1.5 ps-5 text-body text-fg2">
        <li>
          {t("Create an app in X's developer portal, and set up user authentication for it.")}
        </li>
        <li>{t("Choose a web app with the right to read and write posts.")}</li>
        <li>
          {t("Enter the address below as its callback, and bring its client ID and secret here.")}
        </li>
      </ol>
      <CopyField label={t("Callback address")} value={callback} />
    </Card>
  );
}

function SetUpForm({ setup }: { setup: Setup }) {
  const { hasSecret, callbackUrl: _, updatedAt: __, ...kept } = setup;
  const save = useSetUp();
  const form = useForm(schema, { ...kept, clientSecret: "" });
  const { authorizeUrl, tokenUrl, revokeUrl, apiUrl } = form.formState.errors;
  return (
    <Card
      title={t("Here")}
      aside={
        <Badge tone={setup.active ? "ok" : "neutral"}>
          {setup.active ? t("Active") : t("Off")}
        </Badge>
      }
    >
      <Form
        form={form}
        aria-label={t("X (Twitter)")}
        onSubmit={async (values) => {
          const saved = await save.mutateAsync(values);
          form.setValue("clientSecret", ""); // it is not kept here
          toast.success(saved.active ? t("Saved and active") : t("Saved"));
        }}
      >
        <div>
          <Switch
            label={t("Active")}
            hint={t("Off: nobody sees any of it, and nothing is posted.")}
            {...form.register("active")}
          />
          <Switch
            label={t("Members log in with it")}
            hint={t("On the login and registration pages, and in their account settings.")}
            {...form.register("signIn")}
          />
          <Switch
            label={t("Ask for the mail address")}
            hint={t("Fills in the form of a registration. X has to allow your app to ask.")}
            {...form.register("askEmail")}
          />
        </div>
        <TextField label={t("Client ID")} autoComplete="off" {...field(form, "clientId")} />
        <TextField
          label={t("Client secret")}
          type="password"
          autoComplete="new-password"
          placeholder={hasSecret ? t("Set. Leave empty to keep it") : ""}
          hint={t("Kept encrypted and never shown again.")}
          {...field(form, "clientSecret")}
        />
        <details open={authorizeUrl || tokenUrl || revokeUrl || apiUrl ? true : undefined}>
          <summary className="min-h-11 cursor-pointer py-2.5 text-label font-semibold text-fg2 hover:text-fg">
            {t("Addresses of X")}
          </summary>
          <div className="grid gap-5 pt-3">
            <TextField label={t("Page that asks")} {...field(form, "authorizeUrl")} />
            <TextField label={t("Tokens")} {...field(form, "tokenUrl")} />
            <TextField label={t("Tokens taken back")} {...field(form, "revokeUrl")} />
            <TextField label={t("API")} {...field(form, "apiUrl")} />
          </div>
        </details>
        <SaveButton pending={form.formState.isSubmitting} />
      </Form>
    </Card>
  );
}
