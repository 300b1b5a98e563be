import { useQuery } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { useState } from "react";
import { formatBytes } from "@/lib/format";
import { DropZone, HowToGive } from "@/ui/DropZone";
import { lazyPart } from "@/ui/lazyPart";
import { LoadFailure } from "@/ui/States";
import { myUploads } from "@/uploads/api";
import { AssetList } from "./AssetList";
import { formatLimit } from "./size";
import { t } from "./texts";
import { useMediaProgress } from "./useMediaProgress";

const NewVideosDialog = lazyPart(() =>
  import("./NewVideosDialog").then((file) => file.NewVideosDialog),
);

const CreateDialog = lazyPart(() => import("./CreateDialog").then((file) => file.CreateDialog));

/** /account/performer/videos: my videos by state, how far their preparation is, and what they sold. */
export default function VideosPage() {
  useMediaProgress();
  const uploads = useQuery(myUploads());
  const [chosen, setChosen] = useState<readonly File[]>();
  const allowed = uploads.data?.allowed.video;
  const room = uploads.data?.room;
  return (
    <>
      <AssetList kind="video" dialog={(props) => <CreateDialog kind="video" {...props} />}>
        {(isFull) =>
          !isFull && (
            <div className="mb-5">
              <DropZone
                icon={Upload}
                title={t("Upload videos")}
                hint={
                  <>
                    <HowToGive many />
                    {allowed &&
                      t("{kinds}, at most {size} each.", {
                        kinds: allowed.accepted.join(", "),
                        size: formatLimit(allowed.maxMB),
                      })}
                    {room &&
                      ` ${t("Your drafts take {used} of {allowed}.", { used: formatBytes(room.used), allowed: formatBytes(room.allowed) })}`}
                  </>
                }
                accepted={allowed?.accepted ?? []}
                multiple
                disabled={allowed === undefined}
                onFiles={setChosen}
              />
              <LoadFailure query={uploads} what={t("What may be uploaded")} />
            </div>
          )
        }
      </AssetList>
      {chosen && allowed && (
        <NewVideosDialog files={chosen} allowed={allowed} onClose={() => setChosen(undefined)} />
      )}
    </>
  );
}
