/**
 * Tells app.css how much of the window the keyboard leaves, where the browser lays it over the page
 * (iOS): --screen-height and --screen-top of `.screen`. Until the returned function is called.
 */
export function followKeyboard(): () => void {
  const view = window.visualViewport;
  if (!view) return () => {};
  const { style } = document.documentElement;
  const follow = () => {
    // Pinching makes the visible part smaller, too; then nothing is to move.
    const covered = window.innerHeight - view.height;
    if (covered > keyboard && view.scale < 1.1) {
      style.setProperty("--screen-height", `${view.height}px`);
      style.setProperty("--screen-top", `${view.offsetTop}px`);
    } else {
      style.removeProperty("--screen-height");
      style.removeProperty("--screen-top");
    }
  };
  view.addEventListener("resize", follow);
  view.addEventListener("scroll", follow);
  return () => {
    view.removeEventListener("resize", follow);
    view.removeEventListener("scroll", follow);
  };
}

/** No keyboard is lower than this, in pixels; the bars of a browser are. */
const keyboard = 120;
