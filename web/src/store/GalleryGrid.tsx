import { useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button } from "@/ui/Button";
import { Skeleton } from "@/ui/Skeleton";
import { ErrorState, NotFresh } from "@/ui/States";
import { OfferCard } from "./OfferCard";
import { flat, type GallerySearch, searchGalleries } from "./shop";

type GalleryGridProps = {
  /** Names the list for those who cannot see it. */
  label: string;
  search: GallerySearch;
  /** All are of one performer. */
  anonymous?: boolean;
  /** Instead of the grid when nothing is found. */
  empty: ReactNode;
};

const columns =
  "grid grid-cols-2 gap-2.5 md:grid-cols-3 md:gap-4 lg:grid-cols-4 xl:grid-cols-5 2xl:grid-cols-6";

/** The galleries a search finds, in all its states. */
export function GalleryGrid({ label, search, anonymous = false, empty }: GalleryGridProps) {
  const found = useInfiniteQuery(searchGalleries(search));
  const galleries = flat(found.data?.pages);
  if (galleries === undefined) {
    return found.error ? (
      <ErrorState
        title="We could not load the galleries"
        error={found.error}
        onRetry={() => found.refetch()}
      />
    ) : (
      <Waiting />
    );
  }
  if (galleries.length === 0) return empty;
  return (
    <>
      {found.error && <NotFresh onRetry={() => found.refetch()} />}
      <section data-list aria-label={label} className={columns}>
        {galleries.map((gallery, index) => (
          <OfferCard
            key={gallery._id}
            gallery={gallery}
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
            Show more
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
