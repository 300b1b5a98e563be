import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "@/ui/Button";
import { Skeleton } from "@/ui/Skeleton";
import { ErrorState, NotFresh } from "@/ui/States";
import type { ItemType } from "./kinds";
import { OfferCard } from "./OfferCard";
import { flat, type ItemSearch, searchItems } from "./shop";
import { t } from "./texts";

type ItemGridProps = {
  type: ItemType;
  /** Names the list for those who cannot see it. */
  label: string;
  search: ItemSearch;
  /** All are of one performer. */
  anonymous?: boolean;
  /** Instead of the grid when nothing is found. */
  empty: ReactNode;
};

const columns =
  "grid grid-cols-2 gap-2.5 md:grid-cols-3 md:gap-4 lg:grid-cols-4 xl:grid-cols-5 2xl:grid-cols-6";

/** What a search finds of a kind, in all its states. */
export function ItemGrid({ type, label, search, anonymous = false, empty }: ItemGridProps) {
  const found = useInfiniteQuery(searchItems(type, search));
  const items = flat(found.data?.pages);
  if (items === undefined) {
    return found.error ? (
      <ErrorState
        title={t(
          "{type, select, gallery {We could not load the galleries} video {We could not load the videos} other {We could not load the products}}",
          { type },
        )}
        error={found.error}
        onRetry={() => found.refetch()}
      />
    ) : (
      <Waiting />
    );
  }
  if (items.length === 0) return empty;
  return (
    <>
      {found.error && <NotFresh onRetry={() => found.refetch()} />}
      <section data-list aria-label={label} className={columns}>
        {items.map((item, index) => (
          <OfferCard
            key={item._id}
            item={item}
            anonymous={anonymous}
            {...(index < 4 && { eager: true })}
          />
        ))}
      </section>
      {found.hasNextPage && (
        <div className="flex justify-center pt-8">
          <Button
            variant="outline"
            size="lg"
            pending={found.isFetchingNextPage}
            onClick={() => found.fetchNextPage()}
          >
            {t("Show more")}
          </Button>
        </div>
      )}
    </>
  );
}

function Waiting() {
  return (
    <div className={columns} aria-busy>
      {["a", "b", "c", "d", "e", "f"].map((key) => (
        <Skeleton key={key} className="aspect-[4/5] rounded-lg" />
      ))}
    </div>
  );
}
