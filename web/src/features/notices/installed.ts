/**
 * Whether this is a browser of iOS or iPadOS, which has web push for sites on the Home Screen only
 * (16.4 and later). An iPad calls itself a Mac, which has no touch screen.
 */
export function mustBeInstalled(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  const isTouchMac = userAgent.includes("Macintosh") && maxTouchPoints > 1;
  if (!/iPhone|iPad|iPod/.test(userAgent) && !isTouchMac) return false;
  return !window.matchMedia("(display-mode: standalone)").matches;
}
