import { Heart } from "lucide-react";
import { useEffect, useRef } from "react";
import { paths } from "@/app/paths";
import { CardGrid } from "@/performers/CardGrid";
import { useLivePerformers } from "@/performers/useLivePerformers";
import { useLabels } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { LinkButton } from "@/ui/Button";
import { PageHeader } from "@/ui/Card";
import { EmptyState, ErrorState, NotFresh } from "@/ui/States";
import { More } from "./More";
import { NoticeSwitch } from "./NoticeSwitch";
import { t } from "./texts";
import { UndoRemoval } from "./UndoRemoval";
import { useFavourites } from "./useFavourites";

/** The performers a member likes. Whose heart is taken off leaves the list, and can be put back. */
export default function FavouritesPage() {
  useTitle(t("Favorites"));
  const { models } = useLabels();
  const { performers, error, hasMore, isLoadingMore, retry, showMore } = useFavourites();
  useLivePerformers();

  const liked = performers?.filter(({ isFavorite }) => isFavorite);
  const removed = performers?.filter(({ isFavorite }) => !isFavorite) ?? [];
  const heading = useRef<HTMLDivElement>(null);
  const count = liked?.length;
  useEffect(() => {
    // The pressed heart has gone with its card; the keyboard goes on from the top of the list.
    if (count !== undefined && document.activeElement === document.body) heading.current?.focus();
  }, [count]);

  return (
    <>
      <div ref={heading} tabIndex={-1} className="outline-none">
        <PageHeader title={t("Favorites")}>
          {liked && liked.length > 0
            ? t("Who is live comes first. The bell says of whom you are told.")
            : t("The {models} you like, in one place.", { models: models.toLowerCase() })}
        </PageHeader>
      </div>
      {error && !performers?.length ? (
        <ErrorState error={error} onRetry={retry} />
      ) : (
        <CardGrid
          label={t("Favorites")}
          performers={liked}
          over={(performer) => <NoticeSwitch performer={performer} />}
          empty={
            <EmptyState
              title={t("No favorites yet")}
              icon={<Heart aria-hidden />}
              action={
                <LinkButton href={paths.home()} variant="brand">
                  {t("Find someone you like")}
                </LinkButton>
              }
            >
              {t("Press the heart on a card or in a room. You will find everyone you like here.")}
            </EmptyState>
          }
        />
      )}
      {error && performers && performers.length > 0 && <NotFresh onRetry={retry} />}
      {hasMore && <More key={performers?.length} isLoading={isLoadingMore} onNear={showMore} />}
      {removed.map((performer) => (
        <UndoRemoval key={performer._id} performer={performer} />
      ))}
    </>
  );
}
