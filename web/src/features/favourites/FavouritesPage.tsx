import { useQuery } from "@tanstack/react-query";
import { Heart } from "lucide-react";
import { useEffect, useRef } from "react";
import { paths } from "@/app/paths";
import { favouritePerformers } from "@/performers/api";
import { CardGrid } from "@/performers/CardGrid";
import { liveFirst } from "@/performers/cache";
import { useLivePerformers } from "@/performers/useLivePerformers";
import { useLabels } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { LinkButton } from "@/ui/Button";
import { PageHeader } from "@/ui/Card";
import { EmptyState, ErrorState } from "@/ui/States";
import { t } from "./texts";
import { UndoRemoval } from "./UndoRemoval";

/** The performers a member likes. Whose heart is taken off leaves the list, and can be put back. */
export default function FavouritesPage() {
  useTitle(t("Favorites"));
  const { models } = useLabels();
  const { data, error, isError, refetch } = useQuery({
    ...favouritePerformers(),
    staleTime: 0,
    refetchInterval: 30_000,
  });
  useLivePerformers();

  const liked = data?.data.filter(({ isFavorite }) => isFavorite);
  const removed = data?.data.filter(({ isFavorite }) => !isFavorite) ?? [];
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
            ? t("Who is live comes first.")
            : t("The {models} you like, in one place.", { models: models.toLowerCase() })}
        </PageHeader>
      </div>
      {isError && data === undefined ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : (
        <CardGrid
          label={t("Favorites")}
          performers={liked && liveFirst(liked)}
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
      {removed.map((performer) => (
        <UndoRemoval key={performer._id} performer={performer} />
      ))}
    </>
  );
}
