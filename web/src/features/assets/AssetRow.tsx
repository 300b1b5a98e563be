import { ImagePlus } from "lucide-react";
import type { ReactNode } from "react";
import { useStore } from "zustand";
import { cx } from "@/lib/cx";
import { formatTokens } from "@/lib/format";
import { formatDateTime, formatDuration } from "@/lib/time";
import { type OwnAsset, stateOf } from "@/store/own";
import { StorePicture } from "@/store/StorePicture";
import { Badge } from "@/ui/Badge";
import { Coin } from "@/ui/Coin";
import { Link } from "@/ui/Link";
import { Checkbox } from "@/ui/Toggle";
import { kinds } from "./kinds";
import { newestOf } from "./media";
import { isUnderWay, uploads } from "./onTheWay";
import { RowProgress } from "./RowProgress";
import { t } from "./texts";

type AssetRowProps = {
  asset: OwnAsset;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
};

/** An asset in the list: its picture, where it stands, and what it brings. */
export function AssetRow({ asset, isChosen, onChoose }: AssetRowProps) {
  const { _id, type, title, price, sold, earned, product, isTakenDown = false } = asset;
  const { page } = kinds[type];
  const state = stateOf(asset);
  return (
    <li
      className={cx(
        "relative isolate flex items-center gap-3 border-b border-line px-4 py-3 last:border-0 hover:bg-s2/50 sm:gap-4 lg:px-5",
        isChosen && "bg-brand-soft",
      )}
    >
      <div className="relative z-10 shrink-0">
        <Checkbox
          label={<span className="sr-only">{t("Choose {title}", { title })}</span>}
          className="-me-3"
          checked={isChosen}
          disabled={isTakenDown}
          onChange={({ target }) => onChoose(target.checked)}
        />
      </div>
      <Picture asset={asset} />
      <div className="min-w-0 flex-1 lg:grid lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center lg:gap-6">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <h2 className="line-clamp-2 text-body font-bold [overflow-wrap:anywhere]">
              <Link href={page(_id)} className={wholeRow}>
                {title}
              </Link>
            </h2>
            <Badge tone={state.tone}>{state.label}</Badge>
            {product?.stock === 0 && <Badge tone="danger">{t("Sold out")}</Badge>}
          </div>
          <Note asset={asset} />
          {type !== "gallery" && !isTakenDown && <RowProgress asset={asset} />}
        </div>
        <dl className="mt-2 grid grid-cols-4 gap-x-3 text-label max-sm:grid-cols-2 max-sm:gap-y-1 lg:mt-0 lg:w-[420px]">
          <Figure label={t("Price")}>
            <span className="inline-flex items-center gap-1">
              <Coin size={15} />
              {formatTokens(price)}
            </span>
          </Figure>
          <Content asset={asset} />
          <Figure label={t("Sold")}>{formatTokens(sold)}</Figure>
          <Figure label={t("Earned")}>{formatTokens(earned)}</Figure>
        </dl>
      </div>
    </li>
  );
}

const wholeRow =
  "outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-brand-ink";

function Picture({ asset }: { asset: OwnAsset }) {
  const { type, cover } = asset;
  const isVideo = type === "video";
  const length = isVideo ? newestOf(asset, "video")?.state?.durationMs : undefined;
  return (
    <div
      className={cx(
        "relative shrink-0 self-start overflow-hidden rounded-md bg-s3",
        isVideo ? "aspect-video w-24 sm:w-36" : "aspect-[4/5] w-16 sm:w-20",
      )}
    >
      {cover ? (
        <StorePicture photo={cover} sizes={isVideo ? "144px" : "80px"} />
      ) : (
        <span className="grid size-full place-items-center text-fg3">
          <ImagePlus size={22} aria-hidden />
        </span>
      )}
      {length !== undefined && length > 0 && (
        <span className="absolute end-1 bottom-1">
          <Badge tone="overlay">
            <span className="sr-only">{t("Length")} </span>
            <span className="tnum">{formatDuration(length)}</span>
          </Badge>
        </span>
      )}
    </div>
  );
}

/** The figure that only its kind has. */
function Content({ asset: { type, numPhotos, numViews, product } }: { asset: OwnAsset }) {
  switch (type) {
    case "gallery":
      return <Figure label={t("Photos")}>{formatTokens(numPhotos)}</Figure>;
    case "video":
      return <Figure label={t("Views")}>{formatTokens(numViews)}</Figure>;
    case "product":
      return (
        <Figure label={product?.stock === undefined ? t("Type") : t("In stock")}>
          {product?.stock === undefined ? t("Digital") : formatTokens(product.stock)}
        </Figure>
      );
  }
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-center gap-1.5 sm:block">
      <dt className="text-caption text-fg3">{label}</dt>
      <dd className="tnum font-semibold">{children}</dd>
    </div>
  );
}

/** What is most worth knowing about it now. */
function Note({ asset }: { asset: OwnAsset }) {
  const { _id, type, status, rejectReason, publishAt, numUndeclared, numPhotos, media } = asset;
  const onTheWay = useStore(
    uploads,
    ({ list }) => list.filter((one) => one.assetId === _id && isUnderWay(one)).length,
  );
  const { fill } = kinds[type];
  const note = "mt-0.5 text-caption [overflow-wrap:anywhere]";
  if (onTheWay > 0)
    return (
      <p className={cx(note, "text-sky-ink")}>
        {t(
          "{kind, select, gallery {{count, plural, one {# photo} other {# photos}}} video {{count, plural, one {# thumbnail} other {# thumbnails}}} other {{count, plural, one {# picture} other {# pictures}}}} on the way",
          { kind: type, count: onTheWay },
        )}
      </p>
    );
  if (status === "rejected" && rejectReason)
    return <p className={cx(note, "line-clamp-2 text-danger-ink")}>{rejectReason}</p>;
  if (status === "pending" && numUndeclared > 0)
    return <p className={cx(note, "text-gold-ink")}>{undeclared()[type]}</p>;
  if (publishAt)
    return (
      <p className={cx(note, "text-fg2")}>
        {t("On sale from {when}", { when: formatDateTime(publishAt) })}
      </p>
    );
  if (status === "draft" && (type === "video" ? media.length === 0 : numPhotos === 0))
    return <p className={cx(note, "text-fg3")}>{fill}</p>;
  return null;
}

const undeclared = () =>
  ({
    gallery: t("Confirm who is to be seen in the new photos"),
    video: t("Confirm who is to be seen in what is new"),
    product: t("Confirm who is to be seen in what is new"),
  }) as const;
