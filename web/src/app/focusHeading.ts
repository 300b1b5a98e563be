import type { AnyRouter } from "@tanstack/react-router";
import { focusHeading } from "@/ui/focusHeading";

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
