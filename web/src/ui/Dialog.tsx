import { X } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { cx } from "@/lib/cx";
import { Button, IconButton } from "./Button";
import { useBackCloses } from "./backCloses";
import { focusHeading } from "./focusHeading";
import { t } from "./texts";
import { dialogOpened, raiseToasts } from "./topLayer";
import { UnsavedScope, useUnsaved, useUnsavedInside } from "./unsaved";
import { useWide } from "./useWide";

export type DialogProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Keeps the title for screen readers only. */
  hideTitle?: boolean;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons, right-aligned; the main one last. */
  actions?: ReactNode;
  /** Neither Escape nor a press beside it closes it. */
  mustAnswer?: boolean;
  /** It asks about a step in the tab's history that is being taken, and adds none of its own. */
  leaving?: boolean;
  width?: "sm" | "md" | "lg";
};

type FrameProps = DialogProps & {
  frame: string;
  /** The page beside it stays in use. */
  modeless?: boolean;
};

const widths = { sm: "sm:max-w-[400px]", md: "sm:max-w-[520px]", lg: "sm:max-w-[760px]" };

const centred =
  "pop m-auto w-[calc(100%-32px)] max-h-[min(88dvh,860px)] rounded-xl border border-line";
const fromBelow =
  "rise mx-auto mt-auto mb-0 w-full max-w-none rounded-t-xl border-t border-line max-h-[88dvh] pb-[env(safe-area-inset-bottom)]";
const bottomSheet = `${fromBelow} sm:pop sm:m-auto sm:w-[calc(100%-32px)] sm:rounded-xl sm:border`;
const sidePanel = `${fromBelow} lg:m-0 lg:ms-auto lg:h-dvh lg:max-h-none lg:max-w-[440px] lg:rounded-none lg:border-t-0 lg:border-s`;
const cornerPanel = `${fromBelow} lg:mb-6 lg:ms-6 lg:w-[420px] lg:max-h-[calc(100dvh-var(--header)-48px)] lg:rounded-xl lg:border`;
const sideDrawer =
  "slide m-0 h-dvh max-h-none w-[min(320px,86vw)] border-e border-line pb-[env(safe-area-inset-bottom)]";

/** A question or a short form in the middle of the page. */
export function Dialog(props: DialogProps) {
  return <Frame {...props} frame={cx(centred, widths[props.width ?? "md"])} />;
}

/** Comes from the bottom on a phone, stands in the middle on larger screens. */
export function Sheet(props: DialogProps) {
  return <Frame {...props} frame={cx(bottomSheet, widths[props.width ?? "md"])} />;
}

/** Comes from the bottom on a phone, and stands on the right beside a video on larger screens. */
export function SidePanel(props: DialogProps) {
  return <Frame {...props} frame={sidePanel} />;
}

/** Comes from the bottom on a phone, and stands in a corner of larger screens, whose page stays in use. */
export function CornerPanel(props: DialogProps) {
  return <Frame {...props} frame={cornerPanel} modeless={useWide()} />;
}

/** A panel from the left, such as navigation. */
export function Drawer(props: DialogProps) {
  return <Frame {...props} frame={sideDrawer} />;
}

// The native dialog traps the focus and stands above everything; modeless, it only stands above, as
// a popover. Its content exists only while it is open, and the focus goes back to where it was.
function Frame(props: FrameProps) {
  const { open, title, hideTitle, description, children, actions, mustAnswer, leaving, frame } =
    props;
  const { modeless = false } = props;
  const { asking, close, stay, discard, note } = useClosing(props);
  const pressedBeside = useRef(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();

  useEffect(() => {
    const element = dialog.current;
    if (!open || element === null) return;
    const opener = document.activeElement;
    const hide = modeless ? showBeside(element) : showOver(element);
    element.querySelector<HTMLElement>("[data-autofocus]")?.focus();
    return () => {
      hide();
      // What is closed after it is gone, as here, returns the focus to nobody.
      const at = document.activeElement;
      if (at !== document.body && !element.contains(at)) return;
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
      // What was done may have taken the opener away, or its use. With a dialog around it, that one goes on.
      if (document.activeElement !== opener && !opener?.closest("dialog")) focusHeading();
    };
  }, [open, modeless]);

  useBackCloses(open && !mustAnswer && !leaving, close);

  if (!open) return null;
  return (
    <dialog
      ref={dialog}
      popover={modeless ? "manual" : undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={description ? `${id}-text` : undefined}
      onCancel={(event) => {
        event.preventDefault();
        if (!mustAnswer) close();
      }}
      onKeyDown={(event) => {
        // A modal dialog's comes as a cancel event.
        const isOurs =
          event.target instanceof Element && event.target.closest("dialog") === event.currentTarget;
        if (modeless && isOurs && event.key === "Escape" && !mustAnswer) close();
      }}
      // A press that began inside, such as selecting text, is none beside it.
      onPointerDown={(event) => {
        pressedBeside.current = event.target === event.currentTarget;
      }}
      onClick={(event) => {
        const beside = pressedBeside.current && event.target === event.currentTarget;
        pressedBeside.current = false;
        if (beside && !modeless && !mustAnswer) close();
      }}
      className={cx("overflow-hidden bg-s1 p-0 text-fg shadow-float", frame)}
    >
      <div className="flex max-h-[inherit] flex-col">
        <div
          className={cx("flex items-start gap-4 px-5 pt-5", hideTitle && mustAnswer && "sr-only")}
        >
          <h2
            id={`${id}-title`}
            className={hideTitle ? "sr-only" : "min-w-0 flex-1 pt-1 text-h3 font-bold text-balance"}
          >
            {title}
          </h2>
          {!mustAnswer && (
            <IconButton label={t("Close")} className="-mt-1.5 -me-2 ms-auto" onClick={close}>
              <X size={20} aria-hidden />
            </IconButton>
          )}
        </div>
        <div className="min-h-0 overflow-y-auto px-5 pt-2 pb-5">
          {description && (
            <p id={`${id}-text`} className="text-body text-fg2">
              {description}
            </p>
          )}
          <UnsavedScope note={note}>{children}</UnsavedScope>
        </div>
        {asking && <Discard onStay={stay} onDiscard={discard} />}
        {actions && !asking && (
          <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-4">
            {actions}
          </div>
        )}
      </div>
    </dialog>
  );
}

function showOver(element: HTMLDialogElement): () => void {
  element.showModal();
  const closed = dialogOpened(element);
  return () => {
    closed();
    element.close();
  };
}

function showBeside(element: HTMLDialogElement): () => void {
  element.showPopover();
  element.querySelector<HTMLElement>("button")?.focus();
  raiseToasts();
  return () => {
    if (element.isConnected) element.hidePopover(); // else it is gone, and shows nothing
  };
}

// What was typed is not lost by a slip of the finger.
function useClosing({ open, onClose }: DialogProps) {
  const { unsaved, note } = useUnsavedInside();
  const [asking, setAsking] = useState(false);
  useUnsaved(open && unsaved);
  return {
    note,
    asking: asking && unsaved,
    close: () => (unsaved ? setAsking(true) : onClose()),
    stay: () => setAsking(false),
    discard() {
      setAsking(false);
      onClose();
    },
  };
}

function Discard({ onStay, onDiscard }: { onStay: () => void; onDiscard: () => void }) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-5 py-4"
    >
      <p className="me-auto text-label font-semibold">{t("Discard what you have typed?")}</p>
      <Button variant="ghost" onClick={onDiscard}>
        {t("Discard")}
      </Button>
      <Button variant="brand" autoFocus onClick={onStay}>
        {t("Go on")}
      </Button>
    </div>
  );
}
