import { Clapperboard, Video } from "lucide-react";
import type { OwnAsset } from "@/store/own";
import { CaptionsCard } from "./CaptionsCard";
import { MediumCard } from "./MediumCard";
import { Preview } from "./Preview";
import { ThumbnailCard } from "./ThumbnailCard";
import { t } from "./texts";

/** What a video consists of: itself, its trailer, its thumbnail and its captions. */
export function VideoFiles({ video }: { video: OwnAsset }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <MediumCard
        asset={video}
        purpose="video"
        icon={Video}
        title={t("Video")}
        about={t("What buyers watch.")}
        preview={(medium) => (
          <Preview key={medium._id} asset={video} medium={medium} part="video" />
        )}
      />
      <MediumCard
        asset={video}
        purpose="trailer"
        icon={Clapperboard}
        title={t("Trailer")}
        about={t("Everybody may watch it before they buy.")}
        isOptional
        preview={(medium) => (
          <Preview key={medium._id} asset={video} medium={medium} part="trailer" />
        )}
      />
      <ThumbnailCard asset={video} />
      <CaptionsCard asset={video} />
    </div>
  );
}
