import { X } from "lucide-react";
import { FieldError, type Option, Select } from "@/ui/Field";
import { t } from "./texts";

type PickListProps = {
  label: string;
  placeholder: string;
  options: readonly Option[];
  /** The values picked so far, in their order. */
  picked: readonly string[];
  most?: number;
  error?: string | undefined;
  onChange: (picked: string[]) => void;
};

/** Several of many: each choice joins the list above it and can be taken out again. */
export function PickList(props: PickListProps) {
  const { label, placeholder, options, picked, most, error, onChange } = props;
  const nameOf = (value: string) => options.find((one) => one.value === value)?.label ?? value;
  const isFull = most !== undefined && picked.length >= most;
  return (
    <div className="grid gap-3">
      <div className="max-w-sm">
        <Select
          label={label}
          placeholder={isFull ? t("At most {most}", { most }) : placeholder}
          disabled={isFull}
          value=""
          options={options.filter(({ value }) => !picked.includes(value))}
          onChange={(event) => event.target.value && onChange([...picked, event.target.value])}
        />
      </div>
      {picked.length > 0 && (
        <ul aria-label={label} className="flex flex-wrap gap-2">
          {picked.map((value) => (
            <li key={value}>
              <button
                type="button"
                aria-label={t("Remove {name}", { name: nameOf(value) })}
                onClick={() => onChange(picked.filter((one) => one !== value))}
                className="inline-flex h-11 items-center gap-1.5 rounded-full bg-s2 pe-2 ps-3.5 text-label font-medium hover:bg-s3"
              >
                {nameOf(value)}
                <X size={16} aria-hidden className="text-fg3" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {error && <FieldError>{error}</FieldError>}
    </div>
  );
}
