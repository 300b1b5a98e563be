import type { AnyRouter } from "@tanstack/react-router";

/**
 * After a change of pages the keyboard and the screen reader go on at the new page's heading, as
 * soon as there is one. Whoever is in a field or a dialog by then is left there.
 */
export function focusHeadings(router: AnyRouter): () => void {
  let observer: MutationObserver | undefined;
  const stop = router.subscribe("onResolved", ({ pathChanged, fromLocation }) => {
    observer?.disconnect();
    if (!pathChanged || fromLocation === undefined) return;
    if (focusHeading()) return;
    // The page's data is still to come.
    observer = new MutationObserver(() => focusHeading() && observer?.disconnect());
    observer.observe(document.body, { childList: true, subtree: true });
  });
  return () => {
    observer?.disconnect();
    stop();
  };
}

/** True once there is nothing left to do. */
function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>("main h1");
  if (heading === null) return false;
  const at = document.activeElement;
  const busy =
    at?.closest("dialog, input, textarea, select") ?? at?.closest("main [data-autofocus]");
  if (busy) return true;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}
