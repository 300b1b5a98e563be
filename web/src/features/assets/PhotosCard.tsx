import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useId, useMemo, useState } from "react";
import { useStore } from "zustand";
import { messageOf } from "@/api/errors";
import type { OwnAsset } from "@/store/own";
import { StorePicture } from "@/store/StorePicture";
import { Card } from "@/ui/Card";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { lazyPart } from "@/ui/lazyPart";
import { toast } from "@/ui/toast";
import { assetKeys, useChange, useReorderPhotos } from "./api";
import { kinds } from "./kinds";
import { uploads } from "./onTheWay";
import { type PhotoActs, PhotoTile } from "./PhotoTile";
import { removals, removeLater } from "./removals";
import { t } from "./texts";
import { UploadStatus } from "./UploadStatus";
import { UploadTile } from "./UploadTile";
import { UploadZone } from "./UploadZone";
import { useReorder } from "./useReorder";

const PhotoDialog = lazyPart(() => import("./PhotoDialog").then((file) => file.PhotoDialog));

const grid = "grid grid-cols-3 gap-2 sm:grid-cols-4 md:grid-cols-5 lg:grid-cols-4 2xl:grid-cols-6";

/** Something that sends an asset on sale back to the review, and so is asked first. */
type Question = { title: string; verb: string; act: () => unknown };

/** The photos: adding, order, cover, deleting. */
export function PhotosCard({ asset }: { asset: OwnAsset }) {
  const { _id: id, type, status } = asset;
  const { picture } = kinds[type];
  const hidden = useStore(removals);
  const photos = (asset.photos ?? []).filter(
    ({ _id }) => !hidden.some(({ photoId }) => photoId === _id),
  );
  const list = useStore(uploads, ({ list }) => list);
  const onTheWay = list.filter((one) => one.assetId === id && one.state !== "refused");
  const [question, setQuestion] = useState<Question>();
  const [looking, setLooking] = useState<string>();
  const reorder = useReorderPhotos(asset);
  const acts = usePhotoActs(asset, setQuestion, setLooking);
  const at = photos.findIndex(({ _id }) => _id === looking);
  const seen = photos[at];

  /** Asks first where the change takes the gallery off sale. */
  function careful(title: string, verb: string, act: () => unknown) {
    if (status === "active") setQuestion({ title, verb, act });
    else act();
  }

  return (
    <Card
      title={
        <>
          {picture.title} <span className="tnum ms-1 font-normal text-fg3">{photos.length}</span>
        </>
      }
      aside={<span className="text-caption text-fg3">{t("Saved as you go")}</span>}
    >
      <UploadZone
        asset={asset}
        room={picture.most - photos.length - onTheWay.length}
        isFirst={photos.length === 0 && onTheWay.length === 0}
        onAdd={(add) =>
          careful(
            t("{kind, select, gallery {Add photos?} other {Add pictures?}}", { kind: type }),
            t("{kind, select, gallery {Add photos} other {Add pictures}}", { kind: type }),
            add,
          )
        }
      />
      <UploadStatus assetId={id} kind={type} />
      {(photos.length > 0 || onTheWay.length > 0) && (
        <Photos
          asset={{ ...asset, photos }}
          acts={acts}
          onReorder={(ids) =>
            reorder.mutate(withHidden(ids, asset), {
              onError: (error) => toast.error(messageOf(error)),
            })
          }
        >
          {onTheWay.map((upload) => (
            <UploadTile key={upload.id} upload={upload} />
          ))}
        </Photos>
      )}
      {seen && (
        <PhotoDialog
          photo={seen}
          at={at}
          count={photos.length}
          onGo={(to) => setLooking(photos[to]?._id)}
          onClose={() => setLooking(undefined)}
          acts={acts}
        />
      )}
      {question && (
        <ConfirmDialog
          open
          onClose={() => setQuestion(undefined)}
          title={question.title}
          description={t(
            "{kind, select, gallery {This gallery is on sale.} other {This product is on sale.}} Members see the change after a review, and until then it is off sale. Who bought it keeps it.",
            { kind: type },
          )}
          verb={question.verb}
          tone="brand"
          onConfirm={async () => question.act()}
        />
      )}
    </Card>
  );
}

// What is hidden until it is deleted is still there for the server, which wants every photo named.
function withHidden(ids: readonly string[], { photos = [] }: OwnAsset): string[] {
  return [...ids, ...photos.map(({ _id }) => _id).filter((one) => !ids.includes(one))];
}

/** What can be done with a photo; the same object as long as the asset's state is the same. */
function usePhotoActs(
  { _id: id, type, status, coverId }: OwnAsset,
  ask: (question: Question) => void,
  open: (photoId: string) => void,
): PhotoActs {
  const queries = useQueryClient();
  const { mutateAsync: change } = useChange({ _id: id, type });
  const { mutate: reorder } = useReorderPhotos({ _id: id, type });
  return useMemo(() => {
    const fail = (error: unknown) => toast.error(messageOf(error));
    const photosNow = () =>
      queries.getQueryData<OwnAsset>(assetKeys.one(id))?.photos?.map(({ _id }) => _id) ?? [];
    const remove = (photoId: string) => removeLater(queries, { photoId, assetId: id });
    const isOnSale = status === "active";
    return {
      open,
      cover: (coverId) =>
        isOnSale
          ? ask({
              title: t("Use another cover?"),
              verb: t("Use as cover"),
              act: () => change({ coverId }),
            })
          : change({ coverId }).then(() => toast.success(t("This is the cover now.")), fail),
      move(photoId, place) {
        const next = photosNow().filter((one) => one !== photoId);
        reorder(next.toSpliced(place, 0, photoId), { onError: fail });
      },
      remove(photoId) {
        const left = photosNow().filter(
          (one) => !removals.getState().some((gone) => gone.photoId === one),
        );
        if (left.length === 1 && status !== "draft" && status !== "rejected") {
          toast.error(
            t(
              "{kind, select, gallery {This is the gallery's only photo. Add another one first, or delete the gallery.} other {This is the product's only picture. Add another one first, or delete the product.}}",
              { kind: type },
            ),
          );
        } else if (isOnSale && photoId === coverId) {
          ask({ title: t("Delete the cover?"), verb: t("Delete"), act: () => remove(photoId) });
        } else remove(photoId);
      },
    };
  }, [id, type, status, coverId, queries, change, reorder, ask, open]);
}

type PhotosProps = {
  asset: OwnAsset;
  acts: PhotoActs;
  onReorder: (ids: string[]) => void;
  /** What is on its way, after them. */
  children: ReactNode;
};

function Photos({
  asset: { type, photos = [], status, sold },
  acts,
  onReorder,
  children,
}: PhotosProps) {
  const { order, lifted, said, ghost, handlers } = useReorder({
    ids: photos.map(({ _id }) => _id),
    onReorder,
    onDelete: acts.remove,
  });
  const instructions = useId();
  const someApproved = status !== "draft" || sold > 0;
  const hasOld = someApproved && photos.some(({ isApproved }) => isApproved);
  const dragged = lifted?.by === "pointer" && photos.find(({ _id }) => _id === lifted.id);
  return (
    <>
      <p id={instructions} className="sr-only">
        {t(
          "Space lifts a photo, arrows move it, Space puts it down, Escape puts it back, Delete deletes it.",
        )}
      </p>
      <ol aria-label={kinds[type].picture.title} className={grid} {...handlers}>
        {order.map((id, at) => {
          const photo = photos.find(({ _id }) => _id === id);
          return (
            photo && (
              <PhotoTile
                key={id}
                photo={photo}
                at={at}
                count={order.length}
                isNew={hasOld && !photo.isApproved}
                lifted={lifted?.id === id ? lifted.by : undefined}
                instructions={instructions}
                acts={acts}
              />
            )
          );
        })}
        {children}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
      {dragged && (
        <div
          ref={ghost}
          dir="ltr"
          aria-hidden
          className="pointer-events-none fixed top-0 start-0 z-50 size-0"
        >
          <div className="aspect-[4/5] w-24 -translate-x-1/2 -translate-y-1/2 rotate-3 overflow-hidden rounded-md shadow-float">
            <StorePicture photo={dragged} sizes="96px" eager />
          </div>
        </div>
      )}
    </>
  );
}
