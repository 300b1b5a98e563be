import { Images } from "lucide-react";
import { cx } from "@/lib/cx";
import { StorePicture } from "@/store/StorePicture";
import type { Item } from "@/store/shop";
import { type Undoable, useUndoable } from "@/store/undoable";
import { Button } from "@/ui/Button";
import { Skeleton } from "@/ui/Skeleton";
import { BuyBar } from "./BuyBar";
import { opened } from "./buy";
import { Fresh } from "./Fresh";
import { ItemFrame, ItemTitle, ItemWords } from "./ItemParts";
import { MoreFrom } from "./MoreFrom";
import { Photos } from "./Photos";
import { t } from "./texts";

/** /gallery/{id}: what a gallery is, and its photos: blurred, or as they are for who bought it. */
export default function GalleryPage() {
  return (
    <ItemFrame type="gallery" waiting={<Waiting />}>
      {(gallery) => <Shown key={gallery._id} gallery={gallery} />}
    </ItemFrame>
  );
}

function Shown({ gallery }: { gallery: Item }) {
  const fresh = useUndoable("gallery", gallery._id);
  const isOpen = (gallery.isBought || gallery.isOwn) && fresh === undefined;
  return (
    <>
      <article className="lg:grid lg:grid-cols-[320px_minmax(0,1fr)] lg:items-start lg:gap-8 xl:grid-cols-[380px_minmax(0,1fr)]">
        <div className="lg:sticky lg:top-[calc(var(--header)+24px)]">
          <Cover gallery={gallery} isOpen={isOpen} />
          <BuyBar item={gallery} />
        </div>
        <div className="min-w-0 px-4 pt-4 lg:px-0 lg:pt-0">
          <ItemTitle item={gallery} />
          {fresh && gallery.isBought && <FreshGallery gallery={gallery} undoable={fresh} />}
          <ItemWords item={gallery} />
          <div className="mt-6">
            <Photos gallery={gallery} isOpen={isOpen} />
          </div>
        </div>
      </article>
      <MoreFrom item={gallery} />
    </>
  );
}

function FreshGallery({ gallery, undoable }: { gallery: Item; undoable: Undoable }) {
  const { purchaseId } = undoable;
  const item = { type: "gallery", itemId: gallery._id } as const;
  return (
    <Fresh item={gallery} undoable={undoable}>
      <Button
        variant="brand"
        onClick={() => opened({ ...item, ...(purchaseId !== undefined && { purchaseId }) })}
      >
        <Images size={17} aria-hidden />
        {t("Open the photos")}
      </Button>
    </Fresh>
  );
}

/** A blur of few pixels is drawn so large that each would be seen. */
const soft = "scale-110 blur-lg";

function Cover({ gallery, isOpen }: { gallery: Item; isOpen: boolean }) {
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
