import { Ellipsis } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { cx } from "@/lib/cx";
import { Menu } from "@/ui/Menu";
import { useLongPress } from "@/ui/useLongPress";
import { t } from "./texts";

/** A line whose menu a finger opens by resting on it: on touch there is no mark to press. */
export function Held({ className, children }: { className: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const press = useLongPress(() =>
    box.current?.querySelector<HTMLElement>("[data-menu] > button")?.click(),
  );
  return (
    <div ref={box} className={className} {...press}>
      {children}
    </div>
  );
}

type MenuOfLineProps = { username: string; className: string; children: ReactNode };

/** What may be done with a line; the mark that opens it is seen while a pointer is over the line. */
export function MenuOfLine({ username, className, children }: MenuOfLineProps) {
  return (
    <span
      data-menu
      className={cx(
        "opacity-0 transition-opacity has-focus-visible:opacity-100 pointer-fine:group-hover/line:opacity-100 pointer-fine:has-aria-expanded:opacity-100 pointer-coarse:pointer-events-none",
        className,
      )}
    >
      <Menu
        label={t("Options for the message of {username}", { username })}
        triggerClassName="relative grid size-7 place-items-center rounded-sm bg-s3 text-fg2 after:absolute after:-inset-2 hover:text-fg"
        trigger={<Ellipsis size={16} aria-hidden />}
      >
        {children}
      </Menu>
    </span>
  );
}
