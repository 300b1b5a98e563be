import type { ReactNode } from "react";
import { cx } from "@/lib/cx";

type FactProps = { label: string; children: ReactNode; className?: string };

/** A fact under its name, within a dl. */
export function Fact({ label, children, className }: FactProps) {
  return (
    <div className={cx("min-w-0", className)}>
      <dt className="text-caption text-fg3">{label}</dt>
      <dd className="mt-0.5 text-label break-words">{children}</dd>
    </div>
  );
}
