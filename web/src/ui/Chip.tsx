import type { ComponentProps, ReactNode } from "react";
import { cx } from "@/lib/cx";
import { Link } from "./Link";

const shape =
  "inline-flex h-11 shrink-0 items-center gap-2 whitespace-nowrap rounded-full px-4 text-label font-semibold transition-colors";
const off = "bg-s2 text-fg2 hover:bg-s3 hover:text-fg";
const on = "bg-fg text-bg";

type ChipProps = Omit<ComponentProps<"button">, "aria-pressed"> & { selected?: boolean };

/** A filter that is on or off. */
export function Chip({ selected = false, className, ...rest }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={selected}
      className={cx(shape, selected ? on : off, className)}
      {...rest}
    />
  );
}

type LinkChipProps = { href: string; shownAs?: string; selected?: boolean; children: ReactNode };

/** A filter that is an address. */
export function LinkChip({ selected = false, ...rest }: LinkChipProps) {
  return <Link className={cx(shape, selected ? on : off)} {...rest} />;
}

/** A word about somebody, such as a tag or a language. */
export function Tag({ children }: { children: ReactNode }) {
  return (
    <span className="inline-flex h-7 items-center rounded-full bg-s2 px-2.5 text-caption text-fg2">
      {children}
    </span>
  );
}
