import type { ReactNode } from "react";
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  get,
  type Path,
  type Resolver,
  set,
  type UseFormReturn,
  useForm as useHookForm,
} from "react-hook-form";
import * as z from "zod/mini";
import { ApiError, messageOf } from "@/api/errors";
import { cx } from "@/lib/cx";
import { FieldError } from "./Field";

type Schema<Input extends FieldValues, Output> = z.core.$ZodType<Output, Input>;

export type AppForm<Input extends FieldValues, Output> = UseFormReturn<Input, unknown, Output>;

/** A form whose values are checked by a zod schema (lib/validate) on submit, then as they change. */
export function useForm<Input extends FieldValues, Output>(
  schema: Schema<Input, Output>,
  defaultValues: DefaultValues<Input>,
): AppForm<Input, Output> {
  return useHookForm<Input, unknown, Output>({ resolver: resolverOf(schema), defaultValues });
}

function resolverOf<Input extends FieldValues, Output>(
  schema: Schema<Input, Output>,
): Resolver<Input, unknown, Output> {
  return async (values) => {
    const checked = await z.safeParseAsync(schema, values);
    if (checked.success) return { values: checked.data, errors: {} };
    return { values: {}, errors: errorsOf<Input>(checked.error.issues) };
  };
}

// The first problem of each field counts.
function errorsOf<Input extends FieldValues>(issues: z.core.$ZodIssue[]): FieldErrors<Input> {
  const errors: FieldErrors<Input> = {};
  for (const issue of issues) {
    const name = issue.path.join(".") || "root";
    if (!get(errors, name)) set(errors, name, { type: "schema", message: issue.message });
  }
  return errors;
}

/** What a field component needs: `<TextField label="Email" {...field(form, "email")} />`. */
export function field<Input extends FieldValues, Output>(
  form: AppForm<Input, Output>,
  name: Path<Input>,
) {
  const message: unknown = get(form.formState.errors, `${name}.message`);
  return { ...form.register(name), error: typeof message === "string" ? message : undefined };
}

/** Shows a refused call: each refused field at its field, anything else above the form. */
export function showRefusal<Input extends FieldValues, Output>(
  form: AppForm<Input, Output>,
  error: unknown,
) {
  const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
  const names = Object.keys(form.getValues());
  let shown = false;
  for (const [property, message] of fields) {
    const name = names.find((known): known is Path<Input> => known === property);
    if (name === undefined) continue;
    form.setError(name, { type: "server", message }, { shouldFocus: !shown });
    shown = true;
  }
  if (!shown) form.setError("root", { type: "server", message: messageOf(error) });
}

type FormProps<Input extends FieldValues, Output> = {
  form: AppForm<Input, Output>;
  /** Called with checked values; a thrown ApiError is shown in the form, which keeps its input. */
  onSubmit: (values: Output) => Promise<unknown>;
  children: ReactNode;
  className?: string;
  "aria-label"?: string;
};

/** The form element. Its submit button can read `form.formState.isSubmitting`. */
export function Form<Input extends FieldValues, Output>(props: FormProps<Input, Output>) {
  const { form, onSubmit, children, className, ...rest } = props;
  const problem = form.formState.errors.root?.message;

  const submit = form.handleSubmit(async (values) => {
    try {
      await onSubmit(values);
    } catch (error) {
      showRefusal(form, error);
    }
  });

  return (
    <form noValidate onSubmit={submit} className={cx("grid gap-5", className)} {...rest}>
      {problem && (
        <div className="rounded-md bg-danger-soft px-4 pt-1.5 pb-3">
          <FieldError>{problem}</FieldError>
        </div>
      )}
      {children}
    </form>
  );
}
