import { type ReactNode, useId, useState } from "react";

type TooltipProps = {
  /** A few words; never the only place of something needed. */
  text: string;
  children: ReactNode;
};

/** A few words on hover and focus. Escape puts it away. */
export function Tooltip({ text, children }: TooltipProps) {
  const [shown, setShown] = useState(false);
  const id = useId();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only watches what happens to the control inside.
    <span
      className="relative inline-flex"
      aria-describedby={shown ? id : undefined}
      onPointerEnter={() => setShown(true)}
      onPointerLeave={() => setShown(false)}
      onFocus={() => setShown(true)}
      onBlur={() => setShown(false)}
      onKeyDown={(event) => event.key === "Escape" && setShown(false)}
    >
      {children}
      {shown && (
        <span
          id={id}
          role="tooltip"
          className="fade absolute bottom-full left-1/2 z-50 mb-2 w-max max-w-60 -translate-x-1/2 rounded-sm bg-fg px-2.5 py-1.5 text-caption font-medium text-bg shadow-float"
        >
          {text}
        </span>
      )}
    </span>
  );
}
