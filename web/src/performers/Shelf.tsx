import type { ReactNode } from "react";
import { Button } from "@/ui/Button";
import { ErrorState } from "@/ui/States";
import { CardGrid } from "./CardGrid";
import { t } from "./texts";
import type { usePerformers } from "./usePerformers";
import { useSteadyOrder } from "./useSteadyOrder";

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
  const steady = useSteadyOrder(performers);
  if (error && !performers?.length) {
    return <ErrorState title={t("We could not load the rooms")} error={error} onRetry={retry} />;
  }
  return (
    <>
      <div
        ref={steady.box}
        onPointerEnter={steady.onPointerEnter}
        onPointerLeave={steady.onPointerLeave}
      >
        {steady.moreLive > 0 && (
          <div className="pointer-events-none sticky top-[calc(var(--header)+80px)] z-20 flex h-0 justify-center">
            <Button
              variant="brand"
              className="rise pointer-events-auto shadow-float"
              onClick={() => {
                steady.settle();
                scrollTo({ top: 0 });
              }}
            >
              {t("{count} more live ↑", { count: steady.moreLive })}
            </Button>
          </div>
        )}
        <CardGrid label={label} performers={steady.performers} leads={leads} empty={empty} />
      </div>
      {(hasMore || isLoadingMore) && (
        <div className="flex justify-center pt-8">
          <Button variant="outline" size="lg" pending={isLoadingMore} onClick={showMore}>
            {t("Show more")}
          </Button>
        </div>
      )}
    </>
  );
}
