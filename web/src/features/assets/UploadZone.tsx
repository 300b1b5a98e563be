import { useQueryClient } from "@tanstack/react-query";
import { ImagePlus } from "lucide-react";
import { useState } from "react";
import { useSettings } from "@/settings/api";
import type { OwnAsset } from "@/store/own";
import { DropZone, HowToGive } from "@/ui/DropZone";
import { kinds } from "./kinds";
import { t } from "./texts";
import { addUploads } from "./uploads";

type UploadZoneProps = {
  asset: Pick<OwnAsset, "_id" | "type">;
  /** How many more photos the asset may have. */
  room: number;
  /** There is none yet: it invites more loudly. */
  isFirst: boolean;
  /** Is handed what adds the chosen files, which may be asked about first. */
  onAdd: (add: () => void) => void;
};

/** Photos are dropped here, or chosen, many at once. */
export function UploadZone({ asset, room, isFirst, onAdd }: UploadZoneProps) {
  const queries = useQueryClient();
  const { imageAccepted: accepted, photoMaxMB: megabytes } = useSettings();
  const [left, setLeft] = useState(0);
  const isFull = room <= 0;
  const kind = asset.type;
  const { most } = kinds[kind].picture;

  function take(chosen: readonly File[]) {
    const files = chosen.slice(0, Math.max(0, room));
    setLeft(chosen.length - files.length);
    if (files.length === 0) return;
    const limits = { accepted, megabytes };
    onAdd(() => addUploads({ asset, files, limits, queries }));
  }

  return (
    <div className="mb-4">
      <DropZone
        icon={ImagePlus}
        title={
          isFull
            ? t("{kind, select, gallery {The gallery is full} other {The product is full}}", {
                kind,
              })
            : isFirst
              ? t("{kind, select, gallery {Add your photos} other {Add your pictures}}", { kind })
              : t("{kind, select, gallery {Add photos} other {Add pictures}}", { kind })
        }
        hint={
          isFull ? (
            t(
              "{kind, select, gallery {A gallery has at most {most} photos.} other {A product has at most {most} pictures.}}",
              { kind, most },
            )
          ) : (
            <>
              <HowToGive many />
              {t("{kinds}, smaller than {megabytes} MB each.", {
                kinds: accepted.join(", "),
                megabytes,
              })}
            </>
          )
        }
        accepted={accepted}
        multiple
        isFirst={isFirst}
        disabled={isFull}
        onFiles={take}
      />
      {left > 0 && (
        <p role="alert" className="mt-2 text-caption text-gold-ink">
          {t(
            "{left} more did not fit: {kind, select, gallery {a gallery has at most {most} photos.} other {a product has at most {most} pictures.}}",
            { left, kind, most },
          )}
        </p>
      )}
    </div>
  );
}
