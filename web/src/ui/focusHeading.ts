/** Goes on at the page's heading. True once there is nothing left to do. */
export function focusHeading(): boolean {
  const heading = document.querySelector<HTMLElement>("main h1");
  if (heading === null) return false;
  const here = document.activeElement;
  if (here?.closest("dialog, input, textarea, select, main [data-autofocus]")) return true;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  return true;
}
