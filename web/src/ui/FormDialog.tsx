import type { FieldValues } from "react-hook-form";
import { Button, type ButtonProps } from "./Button";
import { Dialog, type DialogProps } from "./Dialog";
import { type AppForm, Form, type FormProps } from "./Form";
import { t } from "./texts";

type ActionsProps<Input extends FieldValues, Output> = {
  form: AppForm<Input, Output>;
  /** What sends the form. */
  verb: string;
  variant?: ButtonProps["variant"] | undefined;
  onCancel: () => void;
};

/** The buttons of a form in a dialog: the way out, and what sends it. */
export function FormActions<Input extends FieldValues, Output>(props: ActionsProps<Input, Output>) {
  const { form, verb, variant = "brand", onCancel } = props;
  return (
    <div className="flex justify-end gap-2">
      <Button variant="ghost" onClick={onCancel}>
        {t("Cancel")}
      </Button>
      <Button type="submit" variant={variant} pending={form.formState.isSubmitting}>
        {verb}
      </Button>
    </div>
  );
}

type FormDialogProps<Input extends FieldValues, Output> = Omit<
  ActionsProps<Input, Output>,
  "onCancel"
> &
  Pick<DialogProps, "title" | "description" | "onClose"> &
  Pick<FormProps<Input, Output>, "onSubmit" | "children" | "className"> & {
    open?: boolean;
    /** What the form is, read aloud. */
    label: string;
  };

/** A dialog that asks for the fields of one form. */
export function FormDialog<Input extends FieldValues, Output>(
  props: FormDialogProps<Input, Output>,
) {
  const { title, description, open = true, onClose, label, children, ...rest } = props;
  const { verb, variant, ...form } = rest;
  return (
    <Dialog open={open} onClose={onClose} title={title} description={description}>
      <Form className="mt-4" aria-label={label} {...form}>
        {children}
        <FormActions form={form.form} verb={verb} variant={variant} onCancel={onClose} />
      </Form>
    </Dialog>
  );
}
