/** Rows of a page. */
export const pageSize = 25;

/** Where a page may begin at most (the API refuses more). */
const furthest = 10_000_000;

/** Where a list begins, as its address says: a whole number, and the first page for anything else. */
export function offsetOf({ offset }: { readonly offset?: string | undefined }): number {
  const n = Math.trunc(Number(offset));
  return n > 0 && Number.isSafeInteger(n) ? Math.min(n, furthest) : 0;
}
