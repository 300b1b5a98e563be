import { useInfiniteQuery } from "@tanstack/react-query";
import { Lock, Play } from "lucide-react";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { StorePicture } from "@/store/StorePicture";
import { flat, type Item, itemPhotos, type Photo } from "@/store/shop";
import { Button } from "@/ui/Button";
import { lazyPart } from "@/ui/lazyPart";
import { Skeleton } from "@/ui/Skeleton";
import { ErrorState, NotFresh } from "@/ui/States";
import { asSlide } from "./slides";
import { t } from "./texts";

const Viewer = lazyPart(() => import("@/store/Viewer").then((file) => file.Viewer));

const columns =
  "grid grid-cols-3 gap-1.5 sm:grid-cols-4 md:gap-2.5 lg:grid-cols-4 xl:grid-cols-5 [&>*]:aspect-square";

/** So many blurs say what is behind them; more would say nothing new. */
const maxLocked = 15;

type PhotosProps = {
  gallery: Item;
  /** The photos themselves may be loaded. */
  isOpen: boolean;
};

/** The photos of a gallery as tiles: each opens the viewer, or the question whether to buy. */
export function Photos({ gallery, isOpen }: PhotosProps) {
  const found = useInfiniteQuery(itemPhotos("gallery", gallery._id));
  const pages = found.data?.pages;
  const photos = useMemo(() => flat(pages), [pages]);
  if (photos === undefined) {
    return found.error ? (
      <ErrorState
        title={t("The photos could not be loaded")}
        error={found.error}
        onRetry={() => found.refetch()}
      />
    ) : (
      <Waiting />
    );
  }
  const total = found.data?.pages[0]?.total ?? photos.length;
  const more = found.hasNextPage && !found.isFetchNextPageError ? found.fetchNextPage : undefined;
  return (
    <section aria-label={t("Photos")}>
      {found.error && <NotFresh onRetry={() => found.refetch()} />}
      {isOpen && photos.every(({ urls }) => urls !== undefined) ? (
        <Opened
          gallery={gallery}
          photos={photos}
          total={total}
          more={more}
          isLoadingMore={found.isFetchingNextPage}
        />
      ) : (
        <Locked photos={photos} total={total} isOwned={gallery.isBought} />
      )}
    </section>
  );
}

type OpenedProps = {
  gallery: Item;
  photos: Photo[];
  total: number;
  /** Loads more, as long as there are some. */
  more: (() => unknown) | undefined;
  isLoadingMore: boolean;
};

function Opened({ gallery, photos, total, more, isLoadingMore }: OpenedProps) {
  const [shown, setShown] = useState<number>();
  const list = useRef<HTMLUListElement>(null);
  const last = useRef<number>(undefined);
  // The same ones as long as nothing has come: others would begin anew in the viewer.
  const slides = useMemo(() => photos.map(asSlide), [photos]);

  // The viewer counts all of them.
  const rest = shown === undefined || isLoadingMore ? undefined : more;
  useEffect(() => {
    rest?.();
  }, [rest]);

  // When the viewer has gone: on where one has swiped to, not where one began.
  useEffect(() => {
    if (shown !== undefined || last.current === undefined) return;
    const tile = list.current?.querySelectorAll("button")[last.current];
    last.current = undefined;
    tile?.scrollIntoView({ block: "nearest" });
    tile?.focus();
  }, [shown]);

  return (
    <>
      <div className="mb-3 flex items-center gap-3">
        <h2 className="text-h3 font-bold">
          {t("{count, plural, one {# photo} other {# photos}}", { count: total })}
        </h2>
        <Button
          variant="outline"
          className="ms-auto"
          onPointerEnter={() => Viewer.fetch()}
          onClick={() => setShown(0)}
        >
          <Play size={16} aria-hidden />
          {t("View all")}
        </Button>
      </div>
      <ul ref={list} className={columns}>
        {photos.map((photo, index) => (
          <li key={photo._id}>
            <button
              type="button"
              aria-label={t("Open photo {number} of {total}", { number: index + 1, total })}
              aria-haspopup="dialog"
              onPointerEnter={() => Viewer.fetch()}
              onClick={() => setShown(index)}
              className="size-full overflow-hidden rounded-md transition-[filter] hover:brightness-110 active:brightness-90"
            >
              <StorePicture photo={photo} sizes="(max-width: 639px) 33vw, 240px" />
            </button>
          </li>
        ))}
      </ul>
      {more && <More onNear={more} isLoading={isLoadingMore} />}
      {shown !== undefined && (
        <Viewer
          title={t("Photos of “{title}”", { title: gallery.title })}
          slides={slides}
          total={total}
          index={shown}
          onClose={() => setShown(undefined)}
          onView={(index) => {
            last.current = index;
            setShown(index);
          }}
        />
      )}
    </>
  );
}

/** Loads what comes next before its place is reached; by hand where that is not noticed. */
function More({ onNear, isLoading }: { onNear: () => unknown; isLoading: boolean }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (element === null || isLoading) return;
    const near = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) onNear();
      },
      { rootMargin: "800px" },
    );
    near.observe(element);
    return () => near.disconnect();
  }, [onNear, isLoading]);
  return (
    <div ref={place} className="flex justify-center pt-6">
      <Button variant="outline" pending={isLoading} onClick={() => onNear()}>
        {t("Show more")}
      </Button>
    </div>
  );
}

type LockedProps = { photos: Photo[]; total: number; isOwned: boolean };

/** Blurs that the server made: the pictures themselves never come here. */
function Locked({ photos, total, isOwned }: LockedProps) {
  const some = photos.slice(0, photos.length > maxLocked ? maxLocked - 1 : maxLocked);
  const rest = total - some.length;
  return (
    <>
      <h2 className="mb-3 flex items-center gap-2 text-h3 font-bold">
        {t("{count, plural, one {# photo} other {# photos}}", { count: total })}
        {!isOwned && (
          <span className="text-label font-normal text-fg2">{t("to see once it is yours")}</span>
        )}
      </h2>
      <ul className={columns}>
        {some.map((photo) => (
          <Tile key={photo._id}>
            <StorePicture photo={photo} locked sizes="240px" className="scale-110 blur-[6px]" />
            <span className="absolute inset-0 grid place-items-center text-white">
              <span className="grid size-9 place-items-center rounded-full bg-black/50">
                <Lock size={16} aria-hidden />
              </span>
            </span>
          </Tile>
        ))}
        {rest > 0 && (
          <Tile>
            <span className="tnum grid size-full place-items-center bg-s2 text-h3 font-bold text-fg2">
              +{rest}
            </span>
          </Tile>
        )}
      </ul>
    </>
  );
}

function Tile({ children }: { children: ReactNode }) {
  return <li className="relative overflow-hidden rounded-md">{children}</li>;
}

function Waiting() {
  return (
    <div className={columns} aria-busy>
      {Array.from({ length: 9 }, (_, i) => i).map((key) => (
        <Skeleton key={key} className="rounded-md" />
      ))}
    </div>
  );
}
