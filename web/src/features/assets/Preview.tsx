import { Play } from "lucide-react";
import { useState } from "react";
import { VideoPlayer } from "@/player/VideoPlayer";
import type { OwnAsset } from "@/store/own";
import { StorePicture } from "@/store/StorePicture";
import type { Medium } from "./media";
import { t } from "./texts";

type PreviewProps = { asset: OwnAsset; medium: Medium; part: "video" | "trailer" };

/** A video as its viewers will see it; the player comes when it is asked for. */
export function Preview({ asset, medium, part }: PreviewProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { state } = medium;
  if (isOpen) {
    return (
      <VideoPlayer
        assetId={asset._id}
        part={part}
        title={part === "video" ? asset.title : t("{title}, trailer", { title: asset.title })}
        width={state?.width}
        height={state?.height}
        autoPlay
        onLost={() => setIsOpen(false)}
      />
    );
  }
  return (
    <button
      type="button"
      aria-label={t("{part, select, video {Watch the video} other {Watch the trailer}}", { part })}
      className="group relative max-h-[80dvh] w-full overflow-hidden rounded-lg bg-black"
      style={{ aspectRatio: state?.width ? `${state.width} / ${state.height}` : "16 / 9" }}
      onClick={() => setIsOpen(true)}
    >
      {asset.cover && (
        <span className="block size-full opacity-70 transition-opacity group-hover:opacity-90">
          <StorePicture photo={asset.cover} sizes="(max-width: 1023px) 100vw, 720px" />
        </span>
      )}
      <span className="absolute inset-0 grid place-items-center">
        <span className="grid size-16 place-items-center rounded-full bg-black/65 text-white transition-transform group-hover:scale-105">
          <Play size={28} fill="currentColor" aria-hidden className="ms-1 rtl:ms-0 rtl:me-1" />
        </span>
      </span>
    </button>
  );
}
