import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { cx } from "@/lib/cx";
import { beside } from "./beside";
import { t } from "./texts";
import { toast } from "./toast";

type MenuProps = {
  /** The name of the button. */
  label: string;
  /** What the button shows. */
  trigger: ReactNode;
  triggerClassName?: string;
  align?: "start" | "end";
  className?: string;
  /** MenuItem-styled links and buttons. The menu closes when one is chosen. */
  children: ReactNode | ((close: () => void) => ReactNode);
  /** A plain panel instead of a list of choices. */
  panel?: boolean;
  /** Stays open when something inside is pressed. */
  stays?: boolean;
  /** Fetches what is shown inside, as soon as somebody reaches for the button. The menu opens when it is here. */
  prepare?: () => Promise<boolean>;
};

/** How a link or button inside a Menu looks. */
export const menuItem =
  "flex min-h-11 w-full cursor-default select-none items-center gap-3 rounded-sm px-3 py-2 text-start text-label text-fg2 outline-none transition-colors hover:bg-s3 hover:text-fg focus-visible:bg-s3 focus-visible:text-fg";

/**
 * A button with a menu under it, on the platform's popover: it stands above
 * everything, and Escape or a press elsewhere closes it. Arrows, Home, End and
 * the first letter move between choices.
 */
export function Menu(props: MenuProps) {
  const { label, trigger, triggerClassName, align = "end", className, children, panel } = props;
  const { prepare, stays = false } = props;
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();

  useEffect(() => {
    const [anchor, popover] = [button.current, list.current];
    if (!open || anchor === null || popover === null) return;
    popover.showPopover();
    place(popover, anchor, align);
    if (panel) (popover.querySelector<HTMLElement>("[data-autofocus]") ?? popover).focus();
    else choices(popover)[0]?.focus();
    const replace = () => place(popover, anchor, align);
    const grown = new ResizeObserver(replace); // choices may come while it is open
    grown.observe(popover);
    window.addEventListener("resize", replace);
    return () => {
      grown.disconnect();
      window.removeEventListener("resize", replace);
    };
  }, [open, align, panel]);

  function show() {
    if (prepare === undefined) return setOpen(true);
    prepare().then((isHere) => {
      if (isHere) setOpen(true);
      else toast.error(t("This could not be loaded. Check your connection and try again."));
    });
  }

  function close() {
    setOpen(false);
    button.current?.focus();
  }

  function key(event: KeyboardEvent<HTMLDivElement>) {
    if (event.key === "Escape") close();
    else if (event.key === "Tab" && !panel) setOpen(false);
    else if (!panel && moveFocus(event.currentTarget, event.key)) event.preventDefault();
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-haspopup={panel ? "dialog" : "menu"}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        className={triggerClassName}
        onPointerEnter={() => prepare?.()}
        onFocus={() => prepare?.()}
        onClick={() => (open ? setOpen(false) : show())}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown" || open) return;
          event.preventDefault();
          show();
        }}
      >
        {trigger}
      </button>
      {open && (
        // biome-ignore lint/a11y/noStaticElementInteractions: its role is menu or dialog, both of which take keys.
        // biome-ignore lint/a11y/useAriaPropsSupportedByRole: as above; the role is chosen at run time.
        <div
          ref={list}
          id={id}
          popover="auto"
          role={panel ? "dialog" : "menu"}
          aria-label={label}
          tabIndex={-1}
          // The press that closes it may be on the button, which must not open it again.
          onToggle={(event) => event.newState === "closed" && setTimeout(() => setOpen(false))}
          onKeyDown={key}
          // Whoever tabs out of a panel has left it.
          onBlur={(event) => {
            const { currentTarget, relatedTarget } = event;
            if (panel && relatedTarget instanceof Node && !currentTarget.contains(relatedTarget))
              setOpen(false);
          }}
          onClick={(event) => {
            if (stays) return;
            if (event.target instanceof Element && event.target.closest("a, button")) close();
          }}
          className={cx(
            "pop fixed m-0 outline-none max-h-[calc(100dvh-96px)] overflow-y-auto rounded-lg border border-line bg-s2 p-1.5 text-fg shadow-float",
            className,
          )}
        >
          {typeof children === "function" ? children(close) : children}
        </div>
      )}
    </>
  );
}

function place(popover: HTMLElement, anchor: HTMLElement, align: "start" | "end") {
  const { left, top } = beside(
    anchor.getBoundingClientRect(),
    { width: popover.offsetWidth, height: popover.offsetHeight },
    { width: document.documentElement.clientWidth, height: window.innerHeight },
    (align === "start") === (document.dir === "rtl") ? "right" : "left",
  );
  popover.style.inset = "auto";
  popover.style.left = `${left}px`;
  popover.style.top = `${top}px`;
}

function choices(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>("[role=menuitem]:not(:disabled)")];
}

function moveFocus(menu: HTMLElement, key: string): boolean {
  const all = choices(menu);
  const at = all.findIndex((choice) => choice.matches(":focus"));
  const next = target(all, at, key);
  next?.focus();
  return next !== undefined;
}

function target(all: HTMLElement[], at: number, key: string): HTMLElement | undefined {
  if (key === "ArrowDown") return all[(at + 1) % all.length];
  if (key === "ArrowUp") return all.at(at <= 0 ? -1 : at - 1);
  if (key === "Home") return all[0];
  if (key === "End") return all.at(-1);
  if (key.length !== 1 || key === " ") return undefined;
  const later = [...all.slice(at + 1), ...all.slice(0, at + 1)];
  return later.find((choice) =>
    choice.textContent.trim().toLowerCase().startsWith(key.toLowerCase()),
  );
}
