import { Check, ChevronLeft, ChevronRight, ZoomIn, ZoomOut } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { cx } from "@/lib/cx";
import { formatBytes } from "@/lib/format";
import type { OwnPhoto } from "@/store/own";
import { photoAddress } from "@/store/photo";
import { StorePicture } from "@/store/StorePicture";
import { Badge } from "@/ui/Badge";
import { Button, IconButton } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { t } from "./texts";

type ViewerProps = {
  photos: readonly OwnPhoto[];
  at: number;
  /** The places that were looked at. */
  seen: ReadonlySet<number>;
  onLook: (at: number) => void;
};

/** The photos of a submission, one large and all below it, the new ones first. */
export function Viewer({ photos, at, seen, onLook }: ViewerProps) {
  const [isZoomed, setZoomed] = useState(false);
  const photo = photos[at];
  if (photo === undefined) return null;
  const { _id, name, width, height, size, isCover, isApproved } = photo;
  return (
    <Card flush>
      <div className="relative bg-black">
        {isZoomed ? (
          <section
            aria-label={t("Full size")}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
            tabIndex={0}
            className="h-[58dvh] overflow-auto lg:h-[66dvh]"
          >
            <img src={photoAddress(_id, "full")} alt={name} className="mx-auto max-w-none" />
          </section>
        ) : (
          <div className="h-[58dvh] lg:h-[66dvh]">
            <StorePicture
              key={_id}
              photo={photo}
              whole
              eager
              alt={name}
              sizes="(max-width: 1023px) 100vw, 900px"
            />
          </div>
        )}
        <span className="absolute top-3 start-3 flex gap-1.5">
          {isApproved ? (
            <Badge tone="overlay">{t("Approved before")}</Badge>
          ) : (
            <Badge tone="new">
              <b>{t("New")}</b>
            </Badge>
          )}
          {isCover && <Badge tone="vip">{t("Cover")}</Badge>}
        </span>
        <Step
          label={t("Previous photo")}
          side="left"
          disabled={at === 0}
          onClick={() => onLook(at - 1)}
        />
        <Step
          label={t("Next photo")}
          side="right"
          disabled={at === photos.length - 1}
          onClick={() => onLook(at + 1)}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
        <p role="status" className="tnum text-label font-semibold">
          {t("Photo {number} of {all}", { number: at + 1, all: photos.length })}
        </p>
        <p className="min-w-0 flex-1 truncate text-caption text-fg3">
          {width} × {height} · {formatBytes(size)} · {name}
        </p>
        <Button size="sm" variant="ghost" onClick={() => setZoomed(!isZoomed)}>
          {isZoomed ? <ZoomOut size={16} aria-hidden /> : <ZoomIn size={16} aria-hidden />}
          {isZoomed ? t("Fit") : t("Full size")}
        </Button>
      </div>
      <Strip photos={photos} at={at} seen={seen} onLook={onLook} />
    </Card>
  );
}

type StepProps = {
  label: string;
  side: "left" | "right";
  disabled: boolean;
  onClick: () => void;
};

function Step({ label, side, disabled, onClick }: StepProps) {
  const Icon = side === "left" ? ChevronLeft : ChevronRight;
  return (
    <IconButton
      label={label}
      variant="overlay"
      className={cx("absolute top-1/2 -translate-y-1/2", side === "left" ? "start-3" : "end-3")}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon size={20} className="rtl:-scale-x-100" aria-hidden />
    </IconButton>
  );
}

function Strip({ photos, at, seen, onLook }: ViewerProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const [strip, tile] = [list.current, list.current?.children[at]];
    if (strip === null || !(tile instanceof HTMLElement)) return;
    // Only the strip scrolls, never the page around it.
    const [top, bottom] = [tile.offsetTop, tile.offsetTop + tile.offsetHeight];
    if (top < strip.scrollTop) strip.scrollTop = top;
    else if (bottom > strip.scrollTop + strip.clientHeight)
      strip.scrollTop = bottom - strip.clientHeight;
  }, [at]);
  return (
    <ul
      ref={list}
      aria-label={t("All photos")}
      className="relative grid max-h-64 grid-cols-[repeat(auto-fill,minmax(64px,1fr))] gap-1.5 overflow-y-auto border-t border-line p-3"
    >
      {photos.map((photo, place) => (
        <li key={photo._id}>
          <button
            type="button"
            aria-current={place === at}
            aria-label={nameOf(photo, place, seen.has(place))}
            onClick={() => onLook(place)}
            className={cx(
              "relative block aspect-[4/5] w-full overflow-hidden rounded-sm bg-s3",
              place === at ? "ring-3 ring-brand-ink" : photo.isApproved && "opacity-55",
            )}
          >
            <StorePicture photo={photo} sizes="80px" />
            {!photo.isApproved && (
              <span
                className={cx(
                  "absolute top-1 end-1 grid size-5 place-items-center rounded-full",
                  seen.has(place) ? "bg-ok text-ok-on" : "bg-white",
                )}
              >
                {seen.has(place) && <Check size={13} strokeWidth={3} aria-hidden />}
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}

function nameOf({ isApproved, isCover }: OwnPhoto, place: number, isSeen: boolean): string {
  return t(
    "Photo {number}, {state, select, approved {approved before} seen {new, looked at} other {new}}{part, select, cover {, the cover} other {}}",
    {
      number: place + 1,
      state: isApproved ? "approved" : isSeen ? "seen" : "new",
      part: isCover ? "cover" : "other",
    },
  );
}
