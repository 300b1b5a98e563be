import { useRef, useState } from "react";
import type { Performer } from "./types";

/**
 * The cards in the order in which they are drawn: while somebody points into the grid or has
 * scrolled into it, nothing moves under the finger; who went live meanwhile is counted.
 */
export function useSteadyOrder(performers: readonly Performer[] | undefined) {
  const box = useRef<HTMLDivElement>(null);
  const [isPointedAt, setIsPointedAt] = useState(false);
  const [kept, setKept] = useState<readonly Performer[]>();
  const [seen, setSeen] = useState(performers);

  if (seen !== performers) {
    setSeen(performers);
    const isRead = isPointedAt || (box.current?.getBoundingClientRect().top ?? 0) < 0;
    setKept(isRead && seen && performers ? (kept ?? seen) : undefined);
  }

  const was = new Map(kept?.map((card, at) => [card._id, { at, status: card.streamingStatus }]));
  const place = ({ _id }: Performer) => was.get(_id)?.at ?? Number.POSITIVE_INFINITY;
  const isNewlyLive = ({ _id, streamingStatus }: Performer) =>
    streamingStatus === "public" && was.get(_id)?.status !== "public";
  return {
    box,
    onPointerEnter: () => setIsPointedAt(true),
    onPointerLeave: () => setIsPointedAt(false),
    performers:
      kept && performers ? [...performers].sort((a, b) => compare(place(a), place(b))) : performers,
    /** How many went live and would stand higher. */
    moreLive: kept && performers ? performers.filter(isNewlyLive).length : 0,
    /** The order of now. */
    settle: () => setKept(undefined),
  };
}

// Two that are both new keep their order: infinity less infinity is no number.
function compare(a: number, b: number): number {
  return a === b ? 0 : a - b;
}
