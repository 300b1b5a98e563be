import { ChevronLeft, ChevronRight, Star, Trash2 } from "lucide-react";
import { alongLine } from "@/i18n/direction";
import { formatBytes } from "@/lib/format";
import type { OwnPhoto } from "@/store/own";
import { StorePicture } from "@/store/StorePicture";
import { Button, IconButton } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import type { PhotoActs } from "./PhotoTile";
import { t } from "./texts";

type PhotoDialogProps = {
  photo: OwnPhoto;
  at: number;
  count: number;
  /** To the photo at a place. */
  onGo: (at: number) => void;
  onClose: () => void;
  acts: PhotoActs;
};

/** A photo as large as the screen allows, with its neighbours beside it. */
export function PhotoDialog({ photo, at, count, onGo, onClose, acts }: PhotoDialogProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      width="lg"
      title={t("Photo {number} of {count}", { number: at + 1, count })}
      actions={
        <>
          <Button
            variant="danger"
            className="me-auto"
            onClick={() => {
              onClose();
              acts.remove(photo._id);
            }}
          >
            <Trash2 size={18} aria-hidden />
            {t("Delete")}
          </Button>
          {!photo.isCover && (
            <Button
              onClick={() => {
                onClose();
                acts.cover(photo._id);
              }}
            >
              <Star size={18} aria-hidden />
              {t("Use as cover")}
            </Button>
          )}
        </>
      }
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a shortcut for the two buttons inside. */}
      <div
        className="relative h-[min(62dvh,620px)] overflow-hidden rounded-md bg-black"
        onKeyDown={(event) => {
          const key = alongLine(event.key);
          if (key === "ArrowLeft" && at > 0) onGo(at - 1);
          if (key === "ArrowRight" && at < count - 1) onGo(at + 1);
        }}
      >
        <StorePicture
          key={photo._id}
          photo={photo}
          whole
          eager
          sizes="(max-width: 760px) 100vw, 720px"
          alt={photo.name}
        />
        <IconButton
          label={t("Previous photo")}
          variant="overlay"
          className="absolute top-1/2 start-2 -translate-y-1/2"
          disabled={at === 0}
          onClick={() => onGo(at - 1)}
        >
          <ChevronLeft className="rtl:-scale-x-100" size={20} aria-hidden />
        </IconButton>
        <IconButton
          label={t("Next photo")}
          variant="overlay"
          data-autofocus
          className="absolute top-1/2 end-2 -translate-y-1/2"
          disabled={at === count - 1}
          onClick={() => onGo(at + 1)}
        >
          <ChevronRight className="rtl:-scale-x-100" size={20} aria-hidden />
        </IconButton>
      </div>
      <p className="mt-3 truncate text-caption text-fg3">
        {photo.name} · {photo.width} × {photo.height} · {formatBytes(photo.size)}
      </p>
    </Dialog>
  );
}
