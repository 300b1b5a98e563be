import { cx } from "@/lib/cx";

type ProgressProps = { label: string; value: number; max: number; className?: string };

/** A gold bar, such as a goal's. */
export function Progress({ label, value, max, className }: ProgressProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={max}
      className={cx("h-1.5 overflow-hidden rounded-full bg-s3", className)}
    >
      <div
        className="h-full rounded-full bg-gold transition-[width] duration-200"
        style={{ width: `${share * 100}%` }}
      />
    </div>
  );
}
