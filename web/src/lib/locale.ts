/**
 * How the site writes, whatever the reader's browser prefers. The time zone is the reader's own
 * everywhere, but for a report by days, which names its zone to the server (`zoneName`).
 */
export const locale = {
  /** Comma thousands and a point (spec §9): 1,234.50. */
  numbers: "en-US",
  /** The day first, and 24 hours, which no reader takes for a month or a morning: 21 Nov 2026, 20:46. */
  dates: "en-GB",
  /** Names of countries and languages. */
  names: "en",
} as const;
