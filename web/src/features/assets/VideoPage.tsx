import { Clapperboard, Video } from "lucide-react";
import { AssetEditor } from "./AssetEditor";
import { CaptionsCard } from "./CaptionsCard";
import { MediumCard } from "./MediumCard";
import { Preview } from "./Preview";
import { ThumbnailCard } from "./ThumbnailCard";
import { useIsSending } from "./useLargeFiles";
import { useMediaProgress } from "./useMediaProgress";

/** /account/performer/videos/$id: one video, to upload, price and submit. */
export default function VideoPage() {
  useMediaProgress();
  return (
    <AssetEditor kind="video" useIsUploading={useIsSending}>
      {(video) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <MediumCard
            asset={video}
            purpose="video"
            icon={Video}
            title="Video"
            noun="video"
            about="What buyers watch."
            preview={(medium) => (
              <Preview key={medium._id} asset={video} medium={medium} part="video" />
            )}
          />
          <MediumCard
            asset={video}
            purpose="trailer"
            icon={Clapperboard}
            title="Trailer"
            noun="trailer"
            about="Everybody may watch it before they buy."
            isOptional
            preview={(medium) => (
              <Preview key={medium._id} asset={video} medium={medium} part="trailer" />
            )}
          />
          <ThumbnailCard asset={video} />
          <CaptionsCard asset={video} />
        </div>
      )}
    </AssetEditor>
  );
}
