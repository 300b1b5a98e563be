import * as z from "zod/mini";
import { optional, required } from "@/lib/validate";
import { Card } from "@/ui/Card";
import { Textarea, TextField } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { SaveButton } from "@/ui/SaveButton";
import { toast } from "@/ui/toast";
import { type Performer, useUpdateProfile } from "./api";
import { t } from "./texts";

const schema = z.object({
  name: required(),
  headline: optional(),
  aboutMe: optional(),
  welcomeMessage: optional(),
});

/** The words about me. */
export function AboutCard({ performer }: { performer: Performer }) {
  const update = useUpdateProfile();
  const { name, headline, aboutMe, welcomeMessage } = performer;
  const form = useForm(schema, { name, headline, aboutMe, welcomeMessage });

  const { dirtyFields } = form.formState;

  // The headline may have changed in the header meanwhile.
  async function save({ headline, ...rest }: z.output<typeof schema>) {
    await update.mutateAsync(dirtyFields.headline ? { ...rest, headline } : rest);
    toast.success(t("Saved"));
  }

  return (
    <Card title={t("About you")}>
      <Form form={form} onSubmit={save} aria-label={t("About you")}>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label={t("Stage name")} maxLength={60} required {...field(form, "name")} />
          <TextField
            id="profile-headline"
            label={t("Headline")}
            hint={t("On your card and above your show.")}
            maxLength={120}
            {...field(form, "headline")}
          />
        </div>
        <Textarea
          id="profile-aboutMe"
          label={t("About me")}
          rows={5}
          maxLength={4000}
          {...field(form, "aboutMe")}
        />
        <TextField
          id="profile-welcomeMessage"
          label={t("Welcome message")}
          hint={t(
            "Shown to everybody who enters your room, and to members before their first message to you.",
          )}
          maxLength={300}
          {...field(form, "welcomeMessage")}
        />
        <SaveButton pending={form.formState.isSubmitting} />
      </Form>
    </Card>
  );
}
