import * as z from "zod/mini";
import { required } from "@/lib/validate";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { TextField } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { t } from "./texts";

type CodeDialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  description: string;
  /** What the button does. */
  verb: string;
  /** The dialog closes when it succeeds, and says why when it does not. */
  onCode: (code: string) => Promise<unknown>;
};

/** Asks for a code of the app before the two-step login changes. */
export function CodeDialog({ open, onClose, title, description, verb, onCode }: CodeDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title} description={description} width="sm">
      {open && <CodeForm verb={verb} onCode={onCode} onDone={onClose} />}
    </Dialog>
  );
}

type CodeFormProps = Pick<CodeDialogProps, "verb" | "onCode"> & { onDone: () => void };

function CodeForm({ verb, onCode, onDone }: CodeFormProps) {
  const form = useForm(z.object({ code: required() }), { code: "" });
  return (
    <Form
      form={form}
      unsaved="drop"
      className="mt-4"
      aria-label={verb}
      onSubmit={async ({ code }) => {
        await onCode(code);
        onDone();
      }}
    >
      <TextField
        label={t("Code of your authenticator app")}
        hint={t("Or one of your recovery codes.")}
        autoComplete="one-time-code"
        autoCapitalize="off"
        spellCheck={false}
        data-autofocus
        {...field(form, "code")}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={onDone}>
          {t("Cancel")}
        </Button>
        <Button type="submit" variant="brand" pending={form.formState.isSubmitting}>
          {verb}
        </Button>
      </div>
    </Form>
  );
}
