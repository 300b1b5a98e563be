import { CircleAlert } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "@/lib/cx";

type FieldFrameProps = {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean | undefined;
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean | undefined;
  children: ReactNode;
};

/** The label above a control, and below it the hint or why it was refused. */
export function Field({ id, label, hint, error, required, hideLabel, children }: FieldFrameProps) {
  return (
    <div className="min-w-0">
      <label
        htmlFor={id}
        className={hideLabel ? "sr-only" : "mb-1.5 block text-label font-semibold"}
      >
        {label}
        {required && (
          <span aria-hidden className="text-danger-ink">
            {" *"}
          </span>
        )}
      </label>
      {children}
      {hint && !error && (
        <p id={`${id}-hint`} className="mt-1.5 text-caption text-fg3">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <p
      id={id}
      role="alert"
      className="mt-1.5 flex items-start gap-1.5 text-caption text-danger-ink"
    >
      <CircleAlert size={14} aria-hidden className="mt-0.5 shrink-0" />
      {children}
    </p>
  );
}

type FrameOptions = {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  hideLabel?: boolean;
};

const control =
  "w-full rounded-md border bg-s2 px-3.5 text-body text-fg placeholder:text-fg3 transition-colors focus:border-line2 disabled:opacity-50";

function controlClass(error: string | undefined, className?: string) {
  return cx(control, error ? "border-danger-ink" : "border-line hover:border-line2", className);
}

function described(id: string, hint: ReactNode, error: string | undefined) {
  if (error) return { "aria-invalid": true, "aria-describedby": `${id}-error` };
  return hint ? { "aria-describedby": `${id}-hint` } : {};
}

export type TextFieldProps = ComponentProps<"input"> & FrameOptions & { trailing?: ReactNode };

export function TextField(props: TextFieldProps) {
  const { label, hint, error, hideLabel, trailing, className, id: given, ...rest } = props;
  const made = useId();
  const id = given ?? made;
  return (
    <Field {...{ id, label, hint, error, hideLabel, required: rest.required }}>
      <span className="relative block">
        <input
          id={id}
          className={controlClass(error, cx("h-11", Boolean(trailing) && "pe-12", className))}
          {...described(id, hint, error)}
          {...rest}
        />
        {trailing && <span className="absolute inset-y-0 end-0 flex">{trailing}</span>}
      </span>
    </Field>
  );
}

export type TextareaProps = ComponentProps<"textarea"> & FrameOptions;

export function Textarea(props: TextareaProps) {
  const { label, hint, error, hideLabel, className, id: given, rows = 4, ...rest } = props;
  const made = useId();
  const id = given ?? made;
  return (
    <Field {...{ id, label, hint, error, hideLabel, required: rest.required }}>
      <textarea
        id={id}
        rows={rows}
        className={controlClass(error, cx("block py-2.5", className))}
        {...described(id, hint, error)}
        {...rest}
      />
    </Field>
  );
}

export type Option = { value: string; label: string };

export type SelectProps = ComponentProps<"select"> &
  FrameOptions & {
    options: readonly Option[];
    /** The first, empty choice. */
    placeholder?: string;
  };

export function Select(props: SelectProps) {
  const {
    label,
    hint,
    error,
    hideLabel,
    className,
    id: given,
    options,
    placeholder,
    ...rest
  } = props;
  const made = useId();
  const id = given ?? made;
  return (
    <Field {...{ id, label, hint, error, hideLabel, required: rest.required }}>
      <select
        id={id}
        className={controlClass(error, cx("h-11 pe-8 text-ellipsis", className))}
        {...described(id, hint, error)}
        {...rest}
      >
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Field>
  );
}
