import * as z from "zod/mini";
import { optional, required } from "@/lib/validate";
import { Button } from "@/ui/Button";
import { Textarea } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { t } from "../texts";

type WordsFormProps = {
  /** The property that the server refuses by. */
  name: "note" | "reference" | "reason";
  label: string;
  hint: string;
  isRequired: boolean;
  verb: string;
  variant: "brand" | "danger";
  onSubmit: (text: string) => Promise<unknown>;
  onCancel: () => void;
};

/** A reason or a reference, and the button that it is for. */
export function WordsForm(props: WordsFormProps) {
  const { name, label, hint, isRequired, verb, variant, onSubmit, onCancel } = props;
  const words = isRequired ? required() : optional();
  const form = useForm(
    z.object({ note: optional(), reference: optional(), reason: optional(), [name]: words }),
    { note: "", reference: "", reason: "" },
  );
  return (
    <Form form={form} onSubmit={(values) => onSubmit(values[name] ?? "")} aria-label={verb}>
      <Textarea
        label={label}
        hint={hint}
        rows={2}
        maxLength={200}
        required={isRequired}
        data-autofocus
        {...field(form, name)}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="ghost" onClick={onCancel}>
          {t("Back")}
        </Button>
        <Button type="submit" variant={variant} pending={form.formState.isSubmitting}>
          {verb}
        </Button>
      </div>
    </Form>
  );
}
