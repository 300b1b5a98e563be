import { cx } from "@/lib/cx";
import { Skeleton } from "@/ui/Skeleton";
import { OfferCard } from "./OfferCard";
import type { Item } from "./shop";

type ItemRowProps = {
  items: readonly Item[] | undefined;
  /** They are on their way. */
  isWaiting: boolean;
  /** All are of one performer. */
  anonymous?: boolean;
  className?: string;
};

/** Some cards beside each other, to be pushed aside on a phone. */
export function ItemRow({ items, isWaiting, anonymous = false, className }: ItemRowProps) {
  return (
    <div
      className={cx(
        "noscroll mt-4 grid snap-x snap-mandatory auto-cols-[44%] grid-flow-col gap-2.5 overflow-x-auto sm:auto-cols-[30%] md:gap-4 lg:auto-cols-[calc((100%-5*16px)/6)] [&>*]:snap-start",
        className,
      )}
    >
      {items === undefined
        ? isWaiting &&
          ["a", "b", "c", "d", "e", "f"].map((key) => (
            <Skeleton key={key} className="aspect-[4/5] rounded-lg" />
          ))
        : items.map((item) => <OfferCard key={item._id} item={item} anonymous={anonymous} />)}
    </div>
  );
}
