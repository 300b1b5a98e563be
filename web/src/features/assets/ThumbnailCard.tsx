import { useQueryClient } from "@tanstack/react-query";
import { ImagePlus } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/errors";
import { imageProblem } from "@/lib/validate";
import { useSettings } from "@/settings/api";
import type { OwnAsset } from "@/store/own";
import { StorePicture } from "@/store/StorePicture";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { DropZone, HowToGive } from "@/ui/DropZone";
import { FieldError } from "@/ui/Field";
import { Progress } from "@/ui/Progress";
import { toast } from "@/ui/toast";
import { keep, put } from "./api";
import { t } from "./texts";

/** The picture that stands for a video wherever it is listed. */
export function ThumbnailCard({ asset }: { asset: OwnAsset }) {
  const { imageAccepted: accepted, photoMaxMB: megabytes } = useSettings();
  const sending = useThumbnail(asset);
  const [chosen, setChosen] = useState<File>();
  const { photos = [], status, coverId } = asset;
  const shown = photos.find(({ _id }) => _id === coverId) ?? photos[0];
  const isNew = status !== "draft" && photos.some(({ isApproved }) => isApproved);

  function take([file]: readonly File[]) {
    if (file === undefined) return;
    if (status === "active") setChosen(file);
    else sending.send(file, { accepted, megabytes });
  }

  return (
    <Card title={t("Thumbnail")}>
      <div className="grid gap-4 sm:grid-cols-[240px_minmax(0,1fr)] sm:items-center">
        {shown && (
          <div className="relative aspect-video overflow-hidden rounded-md bg-s2">
            <StorePicture
              photo={shown}
              sizes="(max-width: 639px) 100vw, 240px"
              alt={t("The thumbnail")}
            />
            {isNew && !shown.isApproved && (
              <span className="absolute top-1.5 start-1.5">
                <Badge tone="new">{t("New")}</Badge>
              </span>
            )}
          </div>
        )}
        <div className={shown ? "" : "sm:col-span-2"}>
          {sending.share === undefined ? (
            <DropZone
              icon={ImagePlus}
              title={shown ? t("Replace the thumbnail") : t("Add a thumbnail")}
              hint={
                <>
                  <HowToGive />
                  {!shown && `${t("Without one, a picture out of the video is taken.")} `}
                  {t("{kinds}, smaller than {megabytes} MB.", {
                    kinds: accepted.join(", "),
                    megabytes,
                  })}
                </>
              }
              accepted={accepted}
              onFiles={take}
            />
          ) : (
            <div className="rounded-md bg-s2 px-4 py-3">
              <p role="status" className="tnum text-label font-semibold">
                {sending.share < 1
                  ? t("Uploading {percent} %", { percent: Math.round(sending.share * 100) })
                  : t("Being prepared")}
              </p>
              <Progress
                label={t("Sent of the thumbnail")}
                value={sending.share}
                max={1}
                className="mt-2"
              />
            </div>
          )}
          {sending.problem && <FieldError>{sending.problem}</FieldError>}
        </div>
      </div>
      {chosen && (
        <ConfirmDialog
          open
          onClose={() => setChosen(undefined)}
          title={t("Replace the thumbnail?")}
          description={t(
            "This video is on sale. Members see the new thumbnail after a review, and until then the video is off sale. Who bought it keeps it.",
          )}
          verb={t("Replace the thumbnail")}
          tone="brand"
          onConfirm={async () => {
            sending.send(chosen, { accepted, megabytes });
          }}
        />
      )}
    </Card>
  );
}

type Limits = { accepted: readonly string[]; megabytes: number };

function useThumbnail({ _id: id, type }: OwnAsset) {
  const queries = useQueryClient();
  const [share, setShare] = useState<number>();
  const [problem, setProblem] = useState<string>();

  async function send(thumbnail: File, limits: Limits) {
    const refusal = imageProblem(thumbnail, limits);
    setProblem(refusal);
    if (refusal !== undefined) return;
    setShare(0);
    try {
      keep(queries, await put(type, id, { thumbnail }, { onProgress: setShare }));
      toast.success(t("The thumbnail is saved."));
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      setShare(undefined);
    }
  }

  return { share, problem, send };
}
