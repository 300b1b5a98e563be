/**
 * How the language of the page writes numbers and dates. The time zone is the reader's own
 * everywhere, but for a report by days, which names its zone to the server (`zoneName`).
 */
export const locale = {
  /** English: comma thousands and a point (spec §9): 1,234.50. */
  numbers: "en-US",
  /** English: the day first, and 24 hours, which no reader takes for a month or a morning. */
  dates: "en-GB",
  /** Names of countries and languages, plurals and the order of words. */
  words: "en",
};

/** Writes as this language does from now on. */
export function writeAs(code: string) {
  const english = code === "en";
  locale.numbers = english ? "en-US" : code;
  locale.dates = english ? "en-GB" : code;
  locale.words = code;
}

/** Something made for a language, such as a formatter, kept until the language changes. */
export function perLanguage<Made>(make: (code: string) => Made): () => Made {
  let made: { code: string; it: Made } | undefined;
  return () => {
    if (made?.code !== locale.words) made = { code: locale.words, it: make(locale.words) };
    return made.it;
  };
}

const collator = perLanguage((code) => new Intl.Collator(code));

/** The order of two words, for sort. */
export function inOrder(one: string, other: string): number {
  return collator().compare(one, other);
}
