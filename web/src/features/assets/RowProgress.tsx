import { useStore } from "zustand";
import { messageOf } from "@/api/errors";
import type { OwnAsset } from "@/store/own";
import { Button } from "@/ui/Button";
import { Progress } from "@/ui/Progress";
import { toast } from "@/ui/toast";
import { statusOf } from "@/uploads/UploadList";
import { useUploads } from "@/uploads/useUploads";
import { useRetryMedium } from "./api";
import { deliveries } from "./largeFiles";
import { canPlay, isBroken, type Medium, newestOf } from "./media";

/** In a row of the list: how far its files are, on the way and in their preparation. */
export function RowProgress({ asset }: { asset: OwnAsset }) {
  const known = useStore(deliveries);
  const { items } = useUploads();
  const sending = items.filter(({ key }) => known[key]?.target._id === asset._id);
  if (sending.length > 0) {
    return (
      <div className="mt-1 grid max-w-sm gap-2">
        {sending.map((one) => (
          <div key={one.key} className="grid gap-1">
            <p className="tnum truncate text-caption text-sky-ink">{statusOf(one)}</p>
            <Progress label={`Sent of ${one.name}`} value={one.sent} max={one.size} />
          </div>
        ))}
      </div>
    );
  }
  const video = newestOf(asset, "video");
  return video ? <Preparation asset={asset} medium={video} /> : null;
}

function Preparation({ asset, medium }: { asset: OwnAsset; medium: Medium }) {
  const retry = useRetryMedium();
  const { state } = medium;
  if (state === undefined || canPlay(medium)) return null;
  if (isBroken(medium)) {
    return (
      <div className="mt-0.5 flex flex-wrap items-center gap-x-3">
        <p className="line-clamp-2 text-caption text-danger-ink [overflow-wrap:anywhere]">
          Cannot be used{state.reason ? `: ${state.reason}` : ""}
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
            Retry
          </Button>
        )}
      </div>
    );
  }
  return (
    <div className="mt-1 grid max-w-sm gap-1">
      <p className="tnum text-caption text-sky-ink">{preparationOf(medium)}</p>
      <Progress label="Prepared" value={state.progress} max={100} />
    </div>
  );
}

/** How far the preparation of a video is, in words. */
export function preparationOf({ state }: Medium): string {
  switch (state?.status) {
    case "waiting":
      return "Waits to be prepared";
    case "working":
      return `Preparing ${state.progress} %`;
    case "playable":
      return `Can be watched; sharper pictures follow, ${state.progress} %`;
    case "unavailable":
      return "This site cannot prepare videos now. It goes on by itself as soon as it can.";
    default:
      return "Ready";
  }
}
