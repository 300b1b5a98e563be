import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from "react";
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
import { drafts } from "./drafts";
import { FieldError } from "./Field";
import { UnsavedGuard } from "./UnsavedGuard";

type Schema<Input extends FieldValues, Output> = z.core.$ZodType<Output, Input>;

export type AppForm<Input extends FieldValues, Output> = UseFormReturn<Input, unknown, Output>;

/** A form whose values are checked by a zod schema (lib/validate) on submit, then as they change. */
export function useForm<Input extends FieldValues, Output>(
  schema: Schema<Input, Output>,
  defaultValues: DefaultValues<Input>,
): AppForm<Input, Output> {
  return useHookForm<Input, unknown, Output>({
    resolver: resolverOf(schema),
    defaultValues,
    shouldFocusError: false, // Form does, in the order of the page
  });
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

/** Shows a refused call: each refused field at its field, anything else beside the submit button. */
export function showRefusal<Input extends FieldValues, Output>(
  form: AppForm<Input, Output>,
  error: unknown,
) {
  const fields = error instanceof ApiError ? Object.entries(error.fields) : [];
  const values = form.getValues();
  const isKnown = (name: string): name is Path<Input> =>
    name in values || get(form.control._fields, `${name}._f`) !== undefined;
  let shown = false;
  for (const [property, message] of fields) {
    if (!isKnown(property)) continue;
    form.setError(property, { type: "server", message });
    shown = true;
  }
  if (!shown) form.setError("root", { type: "server", message: messageOf(error) });
}

export type FormProps<Input extends FieldValues, Output> = {
  form: AppForm<Input, Output>;
  /** Called with checked values; a thrown ApiError is shown in the form, which keeps its input. */
  onSubmit: (values: Output) => Promise<unknown>;
  children: ReactNode;
  className?: string;
  /**
   * What becomes of typed input when the page is left: by default that is asked. A name keeps it for
   * the next form of that name (passwords and files excepted), until it is sent; `drop` loses it.
   */
  unsaved?: "drop" | { keepAs: string };
  "aria-label"?: string;
};

/** The form element. Its submit button can read `form.formState.isSubmitting`. */
export function Form<Input extends FieldValues, Output>(props: FormProps<Input, Output>) {
  const { form, onSubmit, children, className, unsaved, ...rest } = props;
  const { errors, isDirty, isSubmitting, submitCount } = form.formState;
  const problem = errors.root?.message ?? hiddenProblem(form);
  const element = useRef<HTMLFormElement>(null);
  useFirstProblem(element, submitCount);
  const kept = useKept(form, typeof unsaved === "object" ? unsaved.keepAs : undefined);

  const submit = form.handleSubmit(async (values) => {
    try {
      await onSubmit(values);
      kept.forget();
      // What was sent is the state from which later changes count.
      form.reset(form.getValues(), { keepSubmitCount: true });
    } catch (error) {
      showRefusal(form, error);
    }
  });

  return (
    <form
      ref={element}
      noValidate
      onSubmit={submit}
      className={cx("grid gap-5", className)}
      {...rest}
    >
      {children}
      {problem && (
        <div data-problem className="rounded-md bg-danger-soft px-4 pt-1.5 pb-3">
          <FieldError>{problem}</FieldError>
        </div>
      )}
      {unsaved === undefined && <UnsavedGuard dirty={isDirty && !isSubmitting} />}
    </form>
  );
}

// A field that is not on the page cannot say why it was refused.
function hiddenProblem<Input extends FieldValues, Output>({
  control,
  formState: { errors },
}: AppForm<Input, Output>): string | undefined {
  const hidden = Object.keys(errors).find(
    (name) => get(errors, `${name}.message`) && !get(control._fields, `${name}._f.mount`),
  );
  const message: unknown = hidden && get(errors, `${hidden}.message`);
  return typeof message === "string" ? message : undefined;
}

// Brings what was refused to the eye and the keyboard: the first field, or else the words below.
function useFirstProblem(element: RefObject<HTMLFormElement | null>, submitCount: number) {
  useEffect(() => {
    if (submitCount === 0) return;
    const invalid = element.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    invalid?.focus();
    const shown = invalid ?? element.current?.querySelector("[data-problem]");
    shown?.scrollIntoView({ block: "nearest" });
  }, [element, submitCount]);
}

/** Keeps what is typed for the next form of that name on this page. */
function useKept<Input extends FieldValues, Output>(
  form: AppForm<Input, Output>,
  name: string | undefined,
) {
  const restore = useEffectEvent(() => {
    const draft = name === undefined ? undefined : drafts.get(name);
    if (draft) form.reset({ ...form.getValues(), ...draft }, { keepDefaultValues: true });
  });
  const keep = useEffectEvent(() => {
    if (name !== undefined && form.formState.isDirty) drafts.set(name, harmless(form.getValues()));
  });
  useEffect(() => {
    restore();
    const stop = form.watch(keep);
    return () => stop.unsubscribe();
  }, [form]);
  return { forget: () => name !== undefined && drafts.delete(name) };
}

function harmless(values: object): object {
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => typeof value === "string" && !/password/i.test(name),
    ),
  );
}
