import { Check } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import { cx } from "@/lib/cx";
import { FieldError } from "./Field";

export type ToggleProps = Omit<ComponentProps<"input">, "type"> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
};

/** A box to tick. */
export function Checkbox({ label, hint, error, className, ...rest }: ToggleProps) {
  const id = useId();
  return (
    <div>
      <label className={cx("flex min-h-11 items-center gap-3 py-1.5", className)}>
        <span className="relative grid size-5 shrink-0 place-items-center">
          <input
            type="checkbox"
            className="peer size-5 appearance-none rounded-xs border border-line2 bg-s2 checked:border-transparent checked:bg-brand"
            {...(error && { "aria-invalid": true, "aria-describedby": id })}
            {...rest}
          />
          <Check
            size={14}
            strokeWidth={3.5}
            aria-hidden
            className="pointer-events-none absolute text-on-brand opacity-0 peer-checked:opacity-100"
          />
        </span>
        <Words label={label} hint={hint} />
      </label>
      {error && <FieldError id={id}>{error}</FieldError>}
    </div>
  );
}

/** Something that is on or off, at once. */
export function Switch({ label, hint, error, className, ...rest }: ToggleProps) {
  const id = useId();
  return (
    <div>
      <label className={cx("flex min-h-11 items-center justify-between gap-4 py-1.5", className)}>
        <Words label={label} hint={hint} />
        <input
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox says by itself whether it is checked.
          role="switch"
          className="h-6 w-11 shrink-0 appearance-none rounded-full bg-s3 ring-1 ring-line2 transition-colors ring-inset before:block before:size-4 before:translate-x-1 rtl:before:-translate-x-1 before:translate-y-1 before:rounded-full before:bg-fg2 before:transition-transform checked:bg-brand checked:before:translate-x-6 rtl:checked:before:-translate-x-6 checked:before:bg-on-brand"
          {...(error && { "aria-invalid": true, "aria-describedby": id })}
          {...rest}
        />
      </label>
      {error && <FieldError id={id}>{error}</FieldError>}
    </div>
  );
}

function Words({ label, hint }: { label: ReactNode; hint: ReactNode }) {
  return (
    <span className="min-w-0">
      <span className="block text-label font-medium">{label}</span>
      {hint && <span className="block text-caption text-fg3">{hint}</span>}
    </span>
  );
}
