import type { ReactNode } from "react";
import { cx } from "@/lib/cx";

/** Darkens a phone's picture above and below, where words lie over it. */
export function Shade() {
  return (
    <div className="pointer-events-none absolute inset-0 bg-[linear-gradient(rgb(0_0_0/.62),transparent_22%,transparent_40%,rgb(0_0_0/.58)_68%,rgb(0_0_0/.88))]" />
  );
}

/** Round buttons at the right edge of a phone's picture, above the line that is written. */
export function Rail({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div
      className={cx(
        "absolute end-3 bottom-[calc(max(12px,env(safe-area-inset-bottom))+72px)] z-10 grid gap-3",
        className,
      )}
    >
      {children}
    </div>
  );
}
