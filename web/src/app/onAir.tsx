import type { OnAirCard } from "@/declared/slots";

const found = import.meta.glob<OnAirCard>("../features/**/onAir.{ts,tsx}", {
  eager: true,
  import: "onAir",
});

/** The cards that features put beside a performer's stage, below each other; undefined where a tab has none. */
export function cardsOf(tab: OnAirCard["tab"]) {
  const cards = Object.entries(found).filter(([, card]) => card.tab === tab);
  return cards.length === 0 ? undefined : cards.map(([file, { Card }]) => <Card key={file} />);
}
