/** Goes on at the page's heading. True once there is nothing left to do. */
export function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>("main h1");
  if (heading === null) return false;
  const busy = "dialog, input, textarea, select, main [data-autofocus]";
  if (document.activeElement?.closest(busy)) return true;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}
