import { lazyPart } from "@/ui/lazyPart";
import { Skeleton } from "@/ui/Skeleton";
import { AssetEditor } from "./AssetEditor";
import { useIsSending } from "./largeFiles";
import { useMediaProgress } from "./useMediaProgress";

const VideoFiles = lazyPart(
  () => import("./VideoFiles").then((file) => file.VideoFiles),
  <Skeleton className="h-96 w-full rounded-lg" />,
);
VideoFiles.fetch(); // while the video itself is asked for

/** /account/performer/videos/$id: one video, to upload, price and submit. */
export default function VideoPage() {
  useMediaProgress();
  return (
    <AssetEditor kind="video" useIsUploading={useIsSending}>
      {(video) => <VideoFiles video={video} />}
    </AssetEditor>
  );
}
