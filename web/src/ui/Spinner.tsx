import { cx } from "@/lib/cx";
import { t } from "./texts";

type SpinnerProps = {
  size?: number;
  /** What is awaited; empty inside something that already says it. */
  label?: string;
  className?: string;
};

export function Spinner({ size = 24, label = t("Loading"), className }: SpinnerProps) {
  return (
    <span role={label ? "status" : undefined} className={cx("inline-flex", className)}>
      <svg className="spin" width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden>
        <circle cx="12" cy="12" r="9" stroke="currentColor" strokeWidth="3" opacity=".2" />
        <path
          d="M21 12a9 9 0 0 0-9-9"
          stroke="currentColor"
          strokeWidth="3"
          strokeLinecap="round"
        />
      </svg>
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}
