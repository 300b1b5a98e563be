import { UserPlus } from "lucide-react";
import { useState } from "react";
import * as z from "zod/mini";
import { email, required } from "@/lib/validate";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { TextField } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { FormActions } from "@/ui/FormDialog";
import { toast } from "@/ui/toast";
import { useInviteAdmin } from "./api";
import { t } from "./texts";

const schema = z.object({ username: required(), email: email() });

/** One more admin: opens an account, and mails a link to choose a password. */
export function InviteAdmin() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <UserPlus size={17} aria-hidden />
        {t("Invite an admin")}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t("Invite an admin")}
        description={t(
          "An admin sees and decides everything here. Every other admin is told of it by mail.",
        )}
      >
        <InviteForm onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function InviteForm({ onDone }: { onDone: () => void }) {
  const invite = useInviteAdmin();
  const form = useForm(schema, { username: "", email: "" });

  async function submit(given: z.output<typeof schema>) {
    await invite.mutateAsync(given);
    toast.success(
      t("{email} has got a mail with a link to choose a password.", { email: given.email }),
    );
    onDone();
  }

  return (
    <Form form={form} onSubmit={submit} className="mt-4" aria-label={t("Invite an admin")}>
      <TextField label={t("Username")} autoComplete="off" {...field(form, "username")} />
      <TextField label={t("Email")} type="email" autoComplete="off" {...field(form, "email")} />
      <FormActions form={form} verb={t("Send the invitation")} onCancel={onDone} />
    </Form>
  );
}
