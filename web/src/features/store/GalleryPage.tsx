import { useQuery } from "@tanstack/react-query";
import { Images } from "lucide-react";
import { ApiError } from "@/api/errors";
import { paths } from "@/app/paths";
import { cx } from "@/lib/cx";
import { countOf } from "@/lib/format";
import { formatDate } from "@/lib/time";
import { useTitle } from "@/settings/useTitle";
import { StorePicture } from "@/store/StorePicture";
import { type Gallery, galleryView } from "@/store/shop";
import { useUndoable } from "@/store/undoable";
import { Avatar } from "@/ui/Avatar";
import { LinkButton } from "@/ui/Button";
import { Link } from "@/ui/Link";
import { Loaded } from "@/ui/Loaded";
import { Skeleton } from "@/ui/Skeleton";
import { EmptyState } from "@/ui/States";
import { useAddress } from "@/ui/useAddress";
import { BuyBar } from "./BuyBar";
import { Fresh } from "./Fresh";
import { Photos } from "./Photos";

/** /gallery/{id}: what a gallery is, and its photos: blurred, or as they are for who bought it. */
export default function GalleryPage() {
  const { params } = useAddress();
  const id = params.id ?? "";
  const view = useQuery(galleryView(id));
  const isMissing = view.error instanceof ApiError && view.error.status === 404;
  useTitle(isMissing ? "Gallery not found" : view.data?.title);
  return (
    <div className="mx-auto max-w-[1480px] pb-28 lg:px-8 lg:pt-6 lg:pb-12">
      {isMissing ? (
        <Missing />
      ) : (
        <Loaded query={view} waiting={<Waiting />}>
          {(gallery) => <Shown key={gallery._id} gallery={gallery} />}
        </Loaded>
      )}
    </div>
  );
}

function Shown({ gallery }: { gallery: Gallery }) {
  const fresh = useUndoable("gallery", gallery._id);
  const isOpen = (gallery.isBought || gallery.isOwn) && fresh === undefined;
  return (
    <article className="lg:grid lg:grid-cols-[320px_minmax(0,1fr)] lg:items-start lg:gap-8 xl:grid-cols-[380px_minmax(0,1fr)]">
      <div className="lg:sticky lg:top-[calc(var(--header)+24px)]">
        <Cover gallery={gallery} isOpen={isOpen} />
        <BuyBar gallery={gallery} />
      </div>
      <div className="min-w-0 px-4 pt-4 lg:px-0 lg:pt-0">
        <h1 className="text-h1 font-extrabold tracking-[-.02em] text-balance [overflow-wrap:anywhere]">
          {gallery.title}
        </h1>
        <Seller gallery={gallery} />
        {fresh && gallery.isBought && <Fresh gallery={gallery} undoable={fresh} />}
        {gallery.description && (
          <p className="mt-4 max-w-prose text-body whitespace-pre-line text-fg2 [overflow-wrap:anywhere]">
            {gallery.description}
          </p>
        )}
        <Tags tags={gallery.tags} />
        <div className="mt-6">
          <Photos gallery={gallery} isOpen={isOpen} />
        </div>
      </div>
    </article>
  );
}

/** A blur of few pixels is drawn so large that each would be seen. */
const soft = "scale-110 blur-lg";

function Cover({ gallery, isOpen }: { gallery: Gallery; isOpen: boolean }) {
  const { cover } = gallery;
  return (
    <div
      className={cx(
        "relative aspect-[5/4] overflow-hidden bg-s2 lg:aspect-[4/5] lg:rounded-xl",
        isOpen && "max-lg:hidden", // whose it is comes for the photos
      )}
    >
      {cover ? (
        <StorePicture
          photo={cover}
          locked={!isOpen}
          className={cx(!isOpen && soft)}
          sizes="(max-width: 1023px) 100vw, 380px"
          eager
        />
      ) : (
        <span className="grid size-full place-items-center text-fg3">
          <Images size={48} aria-hidden />
        </span>
      )}
    </div>
  );
}

function Seller({ gallery }: { gallery: Gallery }) {
  const { performer, numPhotos, publishedAt, isOnSale, isBought } = gallery;
  const facts = [
    countOf(numPhotos, "photo"),
    publishedAt && `since ${formatDate(publishedAt)}`,
    isBought && !isOnSale && "no longer sold, yours to keep",
  ];
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
      <Link
        href={paths.room(performer.username)}
        className="-ml-1 inline-flex min-h-11 items-center gap-2.5 rounded-full py-1 pr-3 pl-1 font-semibold hover:bg-s2"
      >
        <Avatar src={performer.avatar} size={36} />
        {performer.name}
      </Link>
      <p className="text-label font-normal text-fg2">{facts.filter(Boolean).join(" · ")}</p>
    </div>
  );
}

function Tags({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <div className="mt-4 flex flex-wrap gap-1.5">
      {tags.map((tag) => (
        <Link
          key={tag}
          href={paths.galleries({ tags: tag })}
          className="inline-flex h-8 items-center rounded-full bg-s2 px-3 text-caption text-fg2 transition-colors max-lg:h-11 hover:bg-s3 hover:text-fg"
        >
          #{tag}
        </Link>
      ))}
    </div>
  );
}

function Missing() {
  return (
    <EmptyState
      page
      title="This gallery is not here"
      icon={<Images aria-hidden />}
      action={
        <LinkButton href={paths.galleries()} variant="brand">
          Look at other galleries
        </LinkButton>
      }
    >
      The address may be mistyped, or it is no longer sold.
    </EmptyState>
  );
}

function Waiting() {
  return (
    <div
      className="lg:grid lg:grid-cols-[320px_minmax(0,1fr)] lg:gap-8 xl:grid-cols-[380px_minmax(0,1fr)]"
      aria-busy
    >
      <Skeleton className="aspect-[5/4] lg:aspect-[4/5] lg:rounded-xl" />
      <div className="space-y-3 px-4 pt-4 lg:px-0 lg:pt-0">
        <Skeleton className="h-8 w-2/3" />
        <Skeleton className="h-9 w-48" />
        <Skeleton className="h-20 w-full max-w-prose" />
      </div>
    </div>
  );
}
