/** A longer way to the site and back, in milliseconds, is a phone's at the edge of its cell. */
const slow = 200;

/** Whether the line to the site is a slow one, by how long the page's own answer took. */
export function isLineSlow(): boolean {
  const [page] = performance.getEntriesByType("navigation");
  if (page === undefined || !("requestStart" in page && "responseStart" in page)) return false;
  return Number(page.responseStart) - Number(page.requestStart) > slow;
}
