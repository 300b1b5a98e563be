import type { ComponentProps, ReactNode } from "react";
import { cx } from "@/lib/cx";
import { Link, type LinkProps } from "./Link";
import { Spinner } from "./Spinner";

export type ButtonVariant = "brand" | "gold" | "soft" | "outline" | "ghost" | "danger" | "overlay";
export type ButtonSize = "sm" | "md" | "lg";

const variants: Record<ButtonVariant, string> = {
  brand:
    "bg-brand text-on-brand hover:bg-brand-hover active:bg-brand-press shadow-[inset_0_1px_0_rgb(255_255_255/.14)]",
  gold: "bg-gold text-gold-on hover:brightness-105 shadow-[inset_0_1px_0_rgb(255_255_255/.4)]",
  soft: "bg-s2 text-fg hover:bg-s3",
  outline: "border border-line2 text-fg hover:bg-s2",
  ghost: "text-fg2 hover:bg-s2 hover:text-fg",
  danger: "bg-danger-soft text-danger-ink hover:brightness-110",
  /** Over pictures and video. */
  overlay: "bg-black/55 text-white backdrop-blur-md hover:bg-black/70",
};

// The small size looks 36 px high and is still touched on 44, its border left out.
const sizes: Record<ButtonSize, string> = {
  sm: "relative h-9 gap-1.5 rounded-sm px-3 text-caption after:absolute after:-inset-[5px]",
  md: "h-11 gap-2 rounded-md px-4 text-label",
  lg: "h-12 gap-2 rounded-md px-5 text-body",
};

const iconSizes: Record<ButtonSize, string> = {
  sm: "relative size-9 rounded-sm after:absolute after:-inset-[5px]",
  md: "size-11 rounded-md",
  lg: "size-12 rounded-md",
};

const base =
  "inline-flex shrink-0 select-none items-center justify-center whitespace-nowrap font-semibold transition-[background,color,transform,filter] duration-150 active:scale-[.98] disabled:pointer-events-none disabled:not-aria-busy:opacity-50 aria-busy:opacity-85";

export function buttonClass(variant: ButtonVariant = "soft", size: ButtonSize = "md"): string {
  return cx(base, variants[variant], sizes[size]);
}

/** For a link that looks like an IconButton. */
export function iconButtonClass(variant: ButtonVariant = "ghost", size: ButtonSize = "md"): string {
  return cx(base, variants[variant], iconSizes[size]);
}

export type ButtonProps = ComponentProps<"button"> & {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Shows a spinner and refuses further presses. */
  pending?: boolean;
};

export function Button({
  variant = "soft",
  size = "md",
  pending = false,
  className,
  children,
  disabled,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      className={cx(buttonClass(variant, size), className)}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
      {...rest}
    >
      {pending && <Spinner size={16} label="" />}
      {children}
    </button>
  );
}

type LinkButtonProps = LinkProps & { variant?: ButtonVariant; size?: ButtonSize };

/** A link that looks like a button. */
export function LinkButton({ variant = "soft", size = "md", className, ...rest }: LinkButtonProps) {
  return <Link className={cx(buttonClass(variant, size), className)} {...rest} />;
}

type IconButtonProps = Omit<ButtonProps, "children" | "aria-label" | "pending"> & {
  /** What it does, read aloud and shown as a tooltip. */
  label: string;
  children: ReactNode;
};

/** A button that is only an icon; its label is required. */
export function IconButton({
  label,
  variant = "ghost",
  size = "md",
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={cx(iconButtonClass(variant, size), className)}
      {...rest}
    />
  );
}
