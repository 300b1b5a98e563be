/** The parts of an address of this site, as the router takes them. */
export function partsOf(href: string) {
  const url = new URL(href, "http://site");
  const hash = url.hash.slice(1);
  return {
    to: url.pathname,
    search: Object.fromEntries(url.searchParams),
    ...(hash && { hash }),
  };
}
