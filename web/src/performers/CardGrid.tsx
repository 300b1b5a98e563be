import { type ReactNode, useState } from "react";
import { cx } from "@/lib/cx";
import { Skeleton } from "@/ui/Skeleton";
import { PerformerCard } from "./PerformerCard";
import type { Performer } from "./types";

const columns =
  "grid grid-cols-2 gap-2.5 md:grid-cols-3 md:gap-4 lg:grid-cols-4 xl:grid-cols-5 2xl:grid-cols-6";

type CardGridProps = {
  /** Names the list for those who cannot see it. */
  label: string;
  /** Undefined while they load. */
  performers: readonly Performer[] | undefined;
  /** The first card is the whole width of a phone. */
  leads?: boolean;
  /** What is drawn over each card. */
  over?: ((performer: Performer) => ReactNode) | undefined;
  /** Instead of the grid when there is nobody. */
  empty: ReactNode;
};

/** The grid of cards; skeletons in their shape until they are here. */
export function CardGrid({ label, performers, leads = false, over, empty }: CardGridProps) {
  const [now] = useState(() => Date.now());
  if (performers?.length === 0) return empty;
  return (
    <section data-list aria-label={label} aria-busy={performers === undefined} className={columns}>
      {performers === undefined
        ? skeletons.map((key) => <CardSkeleton key={key} big={leads && key === 0} />)
        : performers.map((performer, index) => {
            const { _id: key } = performer;
            const card = (
              <PerformerCard
                key={key}
                performer={performer}
                now={now}
                eager={index < 5}
                big={leads && index === 0}
              />
            );
            if (!over) return card;
            return (
              <div key={key} className="relative grid">
                {card}
                {over(performer)}
              </div>
            );
          })}
    </section>
  );
}

const skeletons = Array.from({ length: 12 }, (_, index) => index);

function CardSkeleton({ big }: { big: boolean }) {
  return (
    <div
      className={cx(
        "overflow-hidden rounded-lg",
        big ? "aspect-[5/4] max-md:col-span-2 md:aspect-[4/5]" : "aspect-[4/5]",
      )}
    >
      <Skeleton className="size-full" />
    </div>
  );
}
