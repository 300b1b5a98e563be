import { RotateCcw, X } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "@/lib/cx";
import type { Line } from "./lines";
import { t } from "./texts";

type FailedLineProps = {
  line: Line;
  /** Why it was not sent. */
  children: ReactNode;
  onRetry: (line: Line) => void;
  onDiscard: (line: Line) => void;
  className: string;
};

/** Under a line that was not sent: why, and what may be done with it. */
export function FailedLine({ line, children, onRetry, onDiscard, className }: FailedLineProps) {
  const button =
    "relative inline-flex items-center gap-1 font-semibold underline-offset-2 after:absolute after:-inset-x-1 after:-inset-y-2.5 hover:underline";
  return (
    <span
      role="alert"
      className={cx("flex flex-wrap items-center gap-x-3 text-caption", className)}
    >
      {children}
      <button type="button" className={button} onClick={() => onRetry(line)}>
        <RotateCcw size={12} aria-hidden />
        {t("Retry")}
      </button>
      <button type="button" className={button} onClick={() => onDiscard(line)}>
        <X size={12} aria-hidden />
        {t("Discard")}
      </button>
    </span>
  );
}
