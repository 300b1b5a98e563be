import { FileCheck2, ImageUp, X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { cx } from "@/lib/cx";
import { formatBytes } from "@/lib/format";
import { IconButton } from "./Button";
import { Field } from "./Field";
import { t } from "./texts";
import { useFileDrop } from "./useFileDrop";

type FileDropProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  /** As of the accept attribute: "image/*", ".jpg,.png". */
  accept?: string;
  value: File | undefined;
  onChange: (file: File | undefined) => void;
  required?: boolean;
  /** The share sent so far, 0 to 1, while uploading. */
  progress?: number | undefined;
};

/** One file, dropped or chosen. */
export function FileDrop(props: FileDropProps) {
  const { label, hint, error, accept, value, onChange, required, progress } = props;
  const id = useId();
  const { over, handlers } = useFileDrop(([file]) => onChange(file));

  return (
    <Field {...{ id, label, hint, error, required }}>
      <div
        {...handlers}
        className={cx(
          "relative flex min-h-24 items-center gap-4 rounded-md border border-dashed bg-s2 px-4 py-3 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-brand-ink",
          error ? "border-danger-ink" : over ? "border-brand-ink bg-s3" : "border-line2",
        )}
      >
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-s3 text-fg2">
          {value ? <FileCheck2 size={20} aria-hidden /> : <ImageUp size={20} aria-hidden />}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block truncate text-label font-semibold">
            {value ? value.name : t("Choose a file or drop it here")}
          </span>
          {value && <span className="text-caption text-fg3">{formatBytes(value.size)}</span>}
        </span>
        <input
          id={id}
          type="file"
          accept={accept}
          required={required}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : hint ? `${id}-hint` : undefined}
          className="absolute inset-0 cursor-pointer opacity-0"
          onChange={(event) => {
            const chosen = event.target.files?.[0];
            if (chosen) onChange(chosen);
            event.target.value = "";
          }}
        />
        {value && (
          <IconButton
            label={t("Remove {name}", { name: value.name })}
            className="relative"
            onClick={() => onChange(undefined)}
          >
            <X size={18} aria-hidden />
          </IconButton>
        )}
        {progress !== undefined && (
          <progress
            aria-label={t("Uploaded")}
            value={progress}
            max={1}
            className="absolute inset-x-0 bottom-0 h-1 w-full appearance-none overflow-hidden rounded-b-md [&::-moz-progress-bar]:bg-ok [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-ok"
          />
        )}
      </div>
    </Field>
  );
}
