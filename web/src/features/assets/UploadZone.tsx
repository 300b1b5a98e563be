import { useQueryClient } from "@tanstack/react-query";
import { ImagePlus } from "lucide-react";
import { type DragEvent, useEffect, useId, useState } from "react";
import { cx } from "@/lib/cx";
import { formatNumber } from "@/lib/format";
import { useSettings } from "@/settings/api";
import type { OwnAsset } from "@/store/own";
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
  const [over, setOver] = useState(false);
  const [left, setLeft] = useState(0);
  const id = useId();
  const isFull = room <= 0;
  const { one, picture } = kinds[asset.type];
  const limit = `A ${one} has at most ${picture.most} ${picture.one}s.`;
  useNoStrayDrops();

  function take(chosen: FileList) {
    const files = [...chosen].slice(0, Math.max(0, room));
    setLeft(chosen.length - files.length);
    if (files.length === 0) return;
    const limits = { accepted, megabytes };
    onAdd(() => addUploads({ asset, files, limits, queries }));
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    if (!isFull) take(event.dataTransfer.files);
  }

  return (
    <div className="mb-4">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the file input inside is the control. */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(!isFull);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={cx(
          "relative flex items-center gap-4 rounded-md border border-dashed bg-s2 px-4 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-brand-ink",
          over ? "border-brand-ink bg-s3" : "border-line2 hover:border-fg3",
          isFirst ? "min-h-56 flex-col justify-center py-8 text-center" : "min-h-20 py-3",
          isFull && "opacity-60",
        )}
      >
        <span
          className={cx(
            "grid shrink-0 place-items-center rounded-full bg-brand-soft text-brand-ink",
            isFirst ? "size-16" : "size-11",
          )}
        >
          <ImagePlus size={isFirst ? 28 : 20} aria-hidden />
        </span>
        <label htmlFor={id} className="min-w-0">
          <span className={cx("block font-semibold", isFirst ? "text-h3" : "text-label")}>
            {isFull
              ? `The ${one} is full`
              : isFirst
                ? `Add your ${picture.one}s`
                : `Add ${picture.one}s`}
          </span>
          <span className="block text-caption text-fg2">
            {isFull ? (
              limit
            ) : (
              <>
                <span className="pointer-coarse:hidden">Drop them here or choose, </span>
                <span className="pointer-fine:hidden">Choose </span>
                many at once. {accepted.join(", ")}, smaller than {megabytes} MB each.
              </>
            )}
          </span>
        </label>
        <input
          id={id}
          type="file"
          multiple
          disabled={isFull}
          accept={accepted.map((ending) => `.${ending}`).join(",")}
          className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-default"
          onChange={({ target }) => {
            if (target.files) take(target.files);
            target.value = "";
          }}
        />
      </div>
      {left > 0 && (
        <p role="alert" className="mt-2 text-caption text-gold-ink">
          {formatNumber(left, 0)} more did not fit: a {one} has at most {picture.most} {picture.one}s.
        </p>
      )}
    </div>
  );
}

/** Files dropped beside the place for them would replace the page. */
function useNoStrayDrops() {
  useEffect(() => {
    const refuse = (event: globalThis.DragEvent) => {
      if (event.dataTransfer?.types.includes("Files")) event.preventDefault();
    };
    window.addEventListener("dragover", refuse);
    window.addEventListener("drop", refuse);
    return () => {
      window.removeEventListener("dragover", refuse);
      window.removeEventListener("drop", refuse);
    };
  }, []);
}
