import type { ReactNode } from "react";
import * as z from "zod/mini";
import { required } from "@/lib/validate";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Textarea } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { toast } from "@/ui/toast";

const [least, most] = [10, 500];
const schema = z.object({
  reason: required().check(
    z.refine(
      (text) => text.length >= least && text.length <= most,
      `Must have ${least} to ${most} characters`,
    ),
  ),
});

type ReasonedDialogProps = {
  title: string;
  description: string;
  /** What the button does. */
  verb: string;
  /** What is told when it is done. */
  done: string;
  onDecide: (reason: string) => Promise<{ waits?: boolean } | undefined>;
  onClose: () => void;
  /** Further fields above the reason. */
  children?: ReactNode;
};

/** A decision about money: what it does, and a reason for the audit log. */
export function ReasonedDialog(props: ReasonedDialogProps) {
  const { title, description, verb, done, onDecide, onClose, children } = props;
  const form = useForm(schema, { reason: "" });
  return (
    <Dialog open onClose={onClose} title={title} description={description}>
      <Form
        form={form}
        className="mt-4"
        aria-label={title}
        onSubmit={async ({ reason }) => {
          const decided = await onDecide(reason);
          if (decided?.waits) toast.info("It waits for a second admin.");
          else toast.success(done);
          onClose();
        }}
      >
        {children}
        <Textarea
          label="Reason"
          hint="Kept in the audit log."
          maxLength={most}
          required
          {...field(form, "reason")}
        />
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="brand" pending={form.formState.isSubmitting}>
            {verb}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
