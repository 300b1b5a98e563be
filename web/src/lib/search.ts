/** Characters that a search takes (behaviours.md, Search). */
export const maxKeyword = 100;

/** What a list is searched for, as its address says; of more than the site takes, the beginning. */
export function keywordOf({ q = "" }: { readonly q?: string | undefined }, most = maxKeyword) {
  return Array.from(q).slice(0, most).join(""); // a letter of two halves stays whole
}
