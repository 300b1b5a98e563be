/** A part of a text: plain words, or a link. */
export type Piece = { at: number; words: string; href?: string };

const link = /https?:\/\/[^\s<>"]+/gi;
// What ends a sentence does not belong to a link at its end.
const tail = /[.,;:!?'")\]}»”’…]+$/;

/** A text in pieces: only full addresses of the web are links. */
export function pieces(text: string): Piece[] {
  const found: Piece[] = [];
  let from = 0;
  for (const { 0: whole, index } of text.matchAll(link)) {
    const words = whole.replace(tail, "");
    const href = hrefOf(words);
    if (href === undefined) continue;
    if (index > from) found.push({ at: from, words: text.slice(from, index) });
    found.push({ at: index, words, href });
    from = index + words.length;
  }
  if (from < text.length) found.push({ at: from, words: text.slice(from) });
  return found;
}

function hrefOf(words: string): string | undefined {
  if (!URL.canParse(words)) return undefined;
  const { protocol, href } = new URL(words);
  return protocol === "https:" || protocol === "http:" ? href : undefined;
}
