import { cx } from "@/lib/cx";
import { t } from "./texts";

type SkeletonProps = {
  className?: string;
  /** No busy region is around it: it says itself that something loads. */
  alone?: boolean;
};

/** Holds the place of something that loads, in its shape: give it size and rounding. */
export function Skeleton({ className, alone = false }: SkeletonProps) {
  const said = alone ? { role: "status", "aria-label": t("Loading") } : { "aria-hidden": true };
  return <div {...said} className={cx("skeleton rounded-sm", className)} />;
}
