/**
 * Where toasts stand: above every dialog and panel, and inside the topmost dialog, because
 * everything outside of an open modal dialog can neither be pressed nor read aloud.
 */
const dialogs: HTMLElement[] = [];
let toasts: HTMLElement | undefined;

/** Says that a modal dialog has opened; call the answer when it closes. */
export function dialogOpened(dialog: HTMLElement): () => void {
  dialogs.push(dialog);
  raiseToasts();
  return () => {
    dialogs.splice(dialogs.indexOf(dialog), 1);
    raiseToasts();
  };
}

/** The one element that holds the toasts; call the answer when it is no longer shown. */
export function holdToasts(element: HTMLElement): () => void {
  toasts = element;
  raiseToasts();
  return () => {
    toasts?.remove();
    toasts = undefined;
  };
}

/** Puts the toasts above what has opened since. */
export function raiseToasts() {
  if (toasts === undefined) return;
  // A dialog that leaves with its whole page is gone a moment before it says that it has closed.
  const place = dialogs.findLast((dialog) => dialog.isConnected) ?? document.body;
  if (toasts.parentElement !== place) place.append(toasts);
  else if (toasts.matches(":popover-open")) toasts.hidePopover();
  toasts.showPopover();
}
