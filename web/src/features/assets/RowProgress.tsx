import { useStore } from "zustand";
import { messageOf } from "@/api/errors";
import type { OwnAsset } from "@/store/own";
import { Button } from "@/ui/Button";
import { Progress } from "@/ui/Progress";
import { toast } from "@/ui/toast";
import type { QueuedUpload } from "@/uploads/types";
import { statusOf } from "@/uploads/UploadList";
import { useQueuedUploads } from "@/uploads/useUploads";
import { useRetryMedium } from "./api";
import { attachments } from "./largeFiles";
import { canPlay, isBroken, type Medium, newestOf } from "./media";
import { t } from "./texts";

/** In a row of the list: how far its files are, on the way and in their preparation. */
export function RowProgress({ asset }: { asset: OwnAsset }) {
  const known = useStore(attachments);
  const items = useQueuedUploads();
  const sending = items.filter(({ key }) => known[key]?.target._id === asset._id);
  if (sending.length > 0) {
    return (
      <div className="mt-1 grid max-w-sm gap-2">
        {sending.map((one) => (
          <Sending key={one.key} item={one} refused={known[one.key]?.problem} />
        ))}
      </div>
    );
  }
  const video = newestOf(asset, "video");
  return video ? <Preparation asset={asset} medium={video} /> : null;
}

/** A file on its way; `refused` says why it could not become part of its asset. */
function Sending({ item, refused }: { item: QueuedUpload; refused: string | undefined }) {
  const { name, sent, size, state } = item;
  const problem = refused ?? (state === "failed" ? item.problem : undefined);
  if (problem !== undefined) {
    return (
      <p className="line-clamp-2 text-caption text-danger-ink [overflow-wrap:anywhere]">
        {name}: {problem}
      </p>
    );
  }
  return (
    <div className="grid gap-1">
      <p className="tnum truncate text-caption text-sky-ink">{statusOf(item)}</p>
      <Progress label={t("Sent of {name}", { name })} value={sent} max={size} />
    </div>
  );
}

function Preparation({ asset, medium }: { asset: OwnAsset; medium: Medium }) {
  const retry = useRetryMedium();
  const { state } = medium;
  if (state === undefined || canPlay(medium)) return null;
  if (isBroken(medium)) {
    return (
      <div className="mt-0.5 flex flex-wrap items-center gap-x-3">
        <p className="line-clamp-2 text-caption text-danger-ink [overflow-wrap:anywhere]">
          {t("Cannot be used")}
          {state.reason ? `: ${state.reason}` : ""}
        </p>
        {state.isRetryable && (
          <Button
            size="sm"
            variant="outline"
            className="relative z-10"
            pending={retry.isPending}
            onClick={() =>
              retry.mutate(
                { id: asset._id, mediumId: medium._id },
                { onError: (error) => toast.error(messageOf(error)) },
              )
            }
          >
            {t("Retry")}
          </Button>
        )}
      </div>
    );
  }
  return (
    <div className="mt-1 grid max-w-sm gap-1">
      <p className="tnum text-caption text-sky-ink">{preparationOf(medium)}</p>
      <Progress label={t("Prepared")} value={state.progress} max={100} />
    </div>
  );
}

/** How far the preparation of a video is, in words. */
export function preparationOf({ state }: Medium): string {
  switch (state?.status) {
    case "waiting":
      return t("Waits to be prepared");
    case "working":
      return t("Preparing {percent} %", { percent: state.progress });
    case "playable":
      return t("Can be watched; sharper pictures follow, {percent} %", { percent: state.progress });
    case "unavailable":
      return t("This site cannot prepare videos now. It goes on by itself as soon as it can.");
    default:
      return t("Ready");
  }
}
