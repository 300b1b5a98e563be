/** A piece of a text: plain words, or an address to follow. */
export type Piece = { at: number; words: string; href?: string };

/** Splits a text at its web addresses. */
export function linked(text: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of text.matchAll(/https?:\/\/[^\s<>"]+[^\s<>".,;:!?)]/g)) {
    if (match.index > end) pieces.push({ at: end, words: text.slice(end, match.index) });
    pieces.push({ at: match.index, words: match[0], href: match[0] });
    end = match.index + match[0].length;
  }
  if (end < text.length) pieces.push({ at: end, words: text.slice(end) });
  return pieces;
}

/** The same mail with every link opening a new tab: inside its frame none could be followed. */
export function withOutwardLinks(html: string): string {
  const letter = new DOMParser().parseFromString(html, "text/html");
  for (const link of letter.querySelectorAll("a[href]")) {
    link.setAttribute("target", "_blank");
    link.setAttribute("rel", "noopener noreferrer");
  }
  return `<!doctype html>${letter.documentElement.outerHTML}`;
}
