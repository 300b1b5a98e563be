import { cx } from "@/lib/cx";

/** Holds the place of something that loads, in its shape: give it size and rounding. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={cx("skeleton rounded-sm", className)} />;
}
