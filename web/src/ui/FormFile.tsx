import type { ReactNode } from "react";
import { type FieldValues, type Path, useController } from "react-hook-form";
import { FileDrop } from "./FileDrop";
import type { AppForm } from "./Form";

type FormFileProps<Input extends FieldValues, Output> = {
  form: AppForm<Input, Output>;
  name: Path<Input>;
  label: ReactNode;
  hint?: ReactNode;
  accept?: string;
  required?: boolean;
  progress?: number | undefined;
};

/** A file of a form; its refusal stands under it, as with any other field. */
export function FormFile<Input extends FieldValues, Output>({
  form,
  name,
  ...rest
}: FormFileProps<Input, Output>) {
  const { field, fieldState } = useController({ control: form.control, name });
  const value: unknown = field.value;
  return (
    <FileDrop
      value={value instanceof File ? value : undefined}
      onChange={field.onChange}
      error={fieldState.error?.message}
      {...rest}
    />
  );
}
