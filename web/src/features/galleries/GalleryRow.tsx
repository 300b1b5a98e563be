import { ImagePlus } from "lucide-react";
import type { ReactNode } from "react";
import { useStore } from "zustand";
import { paths } from "@/app/paths";
import { cx } from "@/lib/cx";
import { countOf, formatTokens } from "@/lib/format";
import { formatDateTime } from "@/lib/time";
import { type OwnGallery, stateOf } from "@/store/galleries";
import { StorePicture } from "@/store/StorePicture";
import { Badge } from "@/ui/Badge";
import { Coin } from "@/ui/Coin";
import { Link } from "@/ui/Link";
import { Checkbox } from "@/ui/Toggle";
import { isUnderWay, uploads } from "./uploads";

type GalleryRowProps = {
  gallery: OwnGallery;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
};

/** A gallery in the list: its cover, where it stands, and what it brings. */
export function GalleryRow({ gallery, isChosen, onChoose }: GalleryRowProps) {
  const { _id, title, cover, price, numPhotos, sold, earned } = gallery;
  const state = stateOf(gallery);
  const onTheWay = useStore(
    uploads,
    ({ list }) => list.filter((one) => one.galleryId === _id && isUnderWay(one)).length,
  );
  return (
    <li
      className={cx(
        "relative isolate flex items-center gap-3 border-b border-line px-4 py-3 last:border-0 hover:bg-s2/50 sm:gap-4 lg:px-5",
        isChosen && "bg-brand-soft",
      )}
    >
      <div className="relative z-10 shrink-0">
        <Checkbox
          label={<span className="sr-only">Choose {title}</span>}
          className="-mr-3"
          checked={isChosen}
          onChange={({ target }) => onChoose(target.checked)}
        />
      </div>
      <div className="aspect-[4/5] w-16 shrink-0 self-start overflow-hidden rounded-md bg-s3 sm:w-20">
        {cover ? (
          <StorePicture photo={cover} sizes="80px" />
        ) : (
          <span className="grid size-full place-items-center text-fg3">
            <ImagePlus size={22} aria-hidden />
          </span>
        )}
      </div>
      <div className="min-w-0 flex-1 lg:grid lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center lg:gap-6">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <h2 className="line-clamp-2 text-body font-bold [overflow-wrap:anywhere]">
              <Link href={paths.performer.gallery(_id)} className={wholeRow}>
                {title}
              </Link>
            </h2>
            <Badge tone={state.tone}>{state.label}</Badge>
          </div>
          <Note gallery={gallery} onTheWay={onTheWay} />
        </div>
        <dl className="mt-2 grid grid-cols-4 gap-x-3 text-label max-sm:grid-cols-2 max-sm:gap-y-1 lg:mt-0 lg:w-[420px]">
          <Figure label="Price">
            <span className="inline-flex items-center gap-1">
              <Coin size={15} />
              {formatTokens(price)}
            </span>
          </Figure>
          <Figure label="Photos">{formatTokens(numPhotos)}</Figure>
          <Figure label="Sold">{formatTokens(sold)}</Figure>
          <Figure label="Earned">{formatTokens(earned)}</Figure>
        </dl>
      </div>
    </li>
  );
}

const wholeRow =
  "outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-brand-ink";

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-center gap-1.5 sm:block">
      <dt className="text-caption text-fg3">{label}</dt>
      <dd className="tnum font-semibold">{children}</dd>
    </div>
  );
}

/** What is most worth knowing about it now. */
function Note({ gallery, onTheWay }: { gallery: OwnGallery; onTheWay: number }) {
  const { status, rejectReason, publishAt, numUndeclared, numPhotos } = gallery;
  const note = "mt-0.5 text-caption [overflow-wrap:anywhere]";
  if (onTheWay > 0)
    return <p className={cx(note, "text-sky-ink")}>{countOf(onTheWay, "photo")} on the way</p>;
  if (status === "rejected" && rejectReason)
    return <p className={cx(note, "line-clamp-2 text-danger-ink")}>{rejectReason}</p>;
  if (status === "pending" && numUndeclared > 0)
    return <p className={cx(note, "text-gold-ink")}>Confirm who is to be seen in the new photos</p>;
  if (publishAt)
    return <p className={cx(note, "text-fg2")}>On sale from {formatDateTime(publishAt)}</p>;
  if (status === "draft" && numPhotos === 0)
    return <p className={cx(note, "text-fg3")}>Add photos, then submit it</p>;
  return null;
}
