import * as z from "zod/mini";
import { optional, required } from "@/lib/validate";
import { Card } from "@/ui/Card";
import { Textarea, TextField } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { SaveButton } from "@/ui/SaveButton";
import { toast } from "@/ui/toast";
import { type Performer, useUpdateProfile } from "./api";

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

  async function save(values: z.output<typeof schema>) {
    await update.mutateAsync(values);
    toast.success("Saved");
  }

  return (
    <Card title="About you">
      <Form form={form} onSubmit={save} aria-label="About you">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField label="Stage name" maxLength={60} required {...field(form, "name")} />
          <TextField
            label="Headline"
            hint="On your card and above your show."
            maxLength={120}
            {...field(form, "headline")}
          />
        </div>
        <Textarea label="About me" rows={5} maxLength={4000} {...field(form, "aboutMe")} />
        <TextField
          label="Welcome message"
          hint="Shown to everybody who enters your room."
          maxLength={300}
          {...field(form, "welcomeMessage")}
        />
        <SaveButton pending={form.formState.isSubmitting} />
      </Form>
    </Card>
  );
}
