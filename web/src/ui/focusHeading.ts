/** Goes on at the page's heading. True once there is nothing left to do. */
export function focusHeading(): boolean {
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
