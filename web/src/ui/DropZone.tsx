import type { LucideIcon } from "lucide-react";
import { type ReactNode, useId } from "react";
import { cx } from "@/lib/cx";
import { t } from "./texts";
import { useFileDrop } from "./useFileDrop";

type DropZoneProps = {
  icon: LucideIcon;
  title: string;
  hint: ReactNode;
  /** Endings without the dot. */
  accepted: readonly string[];
  multiple?: boolean;
  /** Nothing is here yet: it invites more loudly. */
  isFirst?: boolean;
  disabled?: boolean;
  onFiles: (files: readonly File[]) => void;
};

/** Files are dropped here, or chosen. What they may be is for the caller to check. */
export function DropZone(props: DropZoneProps) {
  const { icon: Icon, title, hint, accepted, multiple = false, onFiles } = props;
  const { isFirst = false, disabled = false } = props;
  const id = useId();
  const { over, handlers } = useFileDrop(
    (files) => onFiles(multiple ? files : files.slice(0, 1)),
    disabled,
  );

  return (
    <div
      {...handlers}
      className={cx(
        "relative flex items-center gap-4 rounded-md border border-dashed bg-s2 px-4 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-brand-ink",
        over ? "border-brand-ink bg-s3" : "border-line2 hover:border-fg3",
        isFirst ? "min-h-56 flex-col justify-center py-8 text-center" : "min-h-20 py-3",
        disabled && "opacity-60",
      )}
    >
      <span
        className={cx(
          "grid shrink-0 place-items-center rounded-full bg-brand-soft text-brand-ink",
          isFirst ? "size-16" : "size-11",
        )}
      >
        <Icon size={isFirst ? 28 : 20} aria-hidden />
      </span>
      <label htmlFor={id} className="min-w-0">
        <span className={cx("block font-semibold", isFirst ? "text-h3" : "text-label")}>
          {title}
        </span>
        <span className="block text-caption text-fg2">{hint}</span>
      </label>
      <input
        id={id}
        type="file"
        multiple={multiple}
        disabled={disabled}
        accept={accepted.map((ending) => `.${ending}`).join(",")}
        className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-default"
        onChange={({ target }) => {
          if (target.files && target.files.length > 0) onFiles([...target.files]);
          target.value = "";
        }}
      />
    </div>
  );
}

/** How files come into the zone, many at once or one: a finger cannot drop them. */
export function HowToGive({ many = false }: { many?: boolean }) {
  return (
    <>
      <span className="pointer-coarse:hidden">
        {many ? t("Drop them here or choose, many at once.") : t("Drop it here or choose it.")}
      </span>
      <span className="pointer-fine:hidden">
        {many ? t("Choose many at once.") : t("Choose it.")}
      </span>{" "}
    </>
  );
}
