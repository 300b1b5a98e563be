import { useQueryClient } from "@tanstack/react-query";
import { ImagePlus } from "lucide-react";
import { useState } from "react";
import { formatNumber } from "@/lib/format";
import { useSettings } from "@/settings/api";
import type { OwnAsset } from "@/store/own";
import { DropZone, HowToGive } from "@/ui/DropZone";
import { kinds } from "./kinds";
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
  const { one, picture } = kinds[asset.type];
  const most = `A ${one} has at most ${picture.most} ${picture.one}s.`;

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
            ? `The ${one} is full`
            : isFirst
              ? `Add your ${picture.one}s`
              : `Add ${picture.one}s`
        }
        hint={
          isFull ? (
            most
          ) : (
            <>
              <HowToGive many />
              {accepted.join(", ")}, smaller than {megabytes} MB each.
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
          {formatNumber(left, 0)} more did not fit: a {one} has at most {picture.most} {picture.one}
          s.
        </p>
      )}
    </div>
  );
}
