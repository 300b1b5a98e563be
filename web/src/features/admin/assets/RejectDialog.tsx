import * as z from "zod/mini";
import { required } from "@/lib/validate";
import { Button } from "@/ui/Button";
import { Chip } from "@/ui/Chip";
import { Dialog } from "@/ui/Dialog";
import { Textarea } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";

const schema = z.object({ reason: required() });

const usual = [
  "Somebody was not declared.",
  "Somebody may be under 18.",
  "The photos show what is not allowed here.",
  "The photos do not fit the title.",
  "The quality is too low to be sold.",
];

type RejectDialogProps = {
  title: string;
  onClose: () => void;
  onReject: (reason: string) => Promise<unknown>;
};

/** Asks for the reason, which the owner is told. */
export function RejectDialog({ title, onClose, onReject }: RejectDialogProps) {
  const form = useForm(schema, { reason: "" });
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Reject “${title}”?`}
      description="Its owner is told the reason, can change it and submit it again."
    >
      <Form
        form={form}
        onSubmit={({ reason }) => onReject(reason)}
        className="mt-4"
        aria-label="Reject"
      >
        <div className="flex flex-wrap gap-2">
          {usual.map((reason) => (
            <Chip
              key={reason}
              selected={form.watch("reason") === reason}
              onClick={() =>
                form.setValue("reason", reason, { shouldValidate: true, shouldDirty: true })
              }
            >
              {reason}
            </Chip>
          ))}
        </div>
        <Textarea
          label="Reason"
          maxLength={500}
          rows={3}
          required
          data-autofocus
          {...field(form, "reason")}
        />
        <div className="flex justify-end gap-2">
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" pending={form.formState.isSubmitting}>
            Reject
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
