import type { ReactNode } from "react";
import { Button } from "@/ui/Button";
import { ErrorState } from "@/ui/States";
import { CardGrid } from "./CardGrid";
import type { usePerformers } from "./usePerformers";

type ShelfProps = {
  label: string;
  found: ReturnType<typeof usePerformers>;
  leads?: boolean;
  /** What to show, and which step to offer, when nobody is found. */
  empty: ReactNode;
};

/** The result of a search in all its states: loading, refused, nobody, some and more. */
export function Shelf({ label, found, leads = false, empty }: ShelfProps) {
  const { performers, error, hasMore, isLoadingMore, retry, showMore } = found;
  if (error && !performers?.length) {
    return <ErrorState title="We could not load the rooms" error={error} onRetry={retry} />;
  }
  return (
    <>
      <CardGrid label={label} performers={performers} leads={leads} empty={empty} />
      {(hasMore || isLoadingMore) && (
        <div className="flex justify-center pt-8">
          <Button variant="outline" size="lg" pending={isLoadingMore} onClick={showMore}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}
