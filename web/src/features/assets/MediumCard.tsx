import { type LucideIcon, RotateCw, Trash2, TriangleAlert } from "lucide-react";
import { type ReactNode, useState } from "react";
import { messageOf } from "@/api/errors";
import { formatBytes } from "@/lib/format";
import { formatDuration } from "@/lib/time";
import type { OwnAsset } from "@/store/own";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { DropZone, HowToGive } from "@/ui/DropZone";
import { Progress } from "@/ui/Progress";
import { toast } from "@/ui/toast";
import { useRemoveMedium, useRetryMedium } from "./api";
import { LargeFileList } from "./LargeFileList";
import { canPlay, isBroken, type Medium, type MediumPurpose, mediaOf } from "./media";
import { preparationOf } from "./RowProgress";
import { formatLimit } from "./size";
import { t } from "./texts";
import { useLargeFiles } from "./useLargeFiles";

type MediumCardProps = {
  asset: OwnAsset;
  purpose: MediumPurpose;
  icon: LucideIcon;
  /** Its heading, such as "Trailer". */
  title: string;
  /** What it is good for, where there is none. */
  about: string;
  /** It may be taken out of the asset. */
  isOptional?: boolean;
  /** Shows the file, once it can be watched. */
  preview?: (medium: Medium) => ReactNode;
};

/** A large file of an asset: sending it, how far its preparation is, and replacing it. */
export function MediumCard(props: MediumCardProps) {
  const { asset, purpose, icon, title, about, isOptional = false, preview } = props;
  const files = useLargeFiles(asset, purpose);
  const { approved, waiting } = mediaOf(asset, purpose);
  const medium = waiting ?? approved;
  const [chosen, setChosen] = useState<File>();
  const { allowed } = files;
  const verb = medium
    ? t(
        "{purpose, select, video {Replace the video} trailer {Replace the trailer} other {Replace the file}}",
        { purpose },
      )
    : t("{purpose, select, video {Add the video} trailer {Add the trailer} other {Add the file}}", {
        purpose,
      });
  const reviewed = t(
    "{purpose, select, video {This video is on sale. The new video is reviewed first, and until then the video is off sale.} trailer {This video is on sale. The new trailer is reviewed first, and until then the video is off sale.} other {This product is on sale. The new file is reviewed first, and until then the product is off sale.}}",
    { purpose },
  );
  const warning =
    approved && !isOptional
      ? `${reviewed} ${t("Who bought it keeps the old one until the new one is approved.")}`
      : reviewed;

  /** Asks first where the change takes the asset off sale. */
  function take([file]: readonly File[]) {
    if (file === undefined || !files.admits(file)) return;
    if (asset.status === "active") setChosen(file);
    else files.send(file);
  }

  return (
    <Card
      title={
        <>
          {title} {isOptional && <span className="font-normal text-fg3">{t("optional")}</span>}
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {medium && canPlay(medium) && preview?.(medium)}
        {medium && (
          <Shown
            asset={asset}
            medium={medium}
            isReplacing={waiting !== undefined && approved !== undefined}
            isOptional={isOptional}
            purpose={purpose}
          />
        )}
        <LargeFileList files={files} purpose={purpose} />
        {!files.isSending && (
          <DropZone
            icon={icon}
            title={verb}
            hint={
              <>
                <HowToGive />
                {!medium && `${about} `}
                {allowed &&
                  t("{kinds}, at most {size}.", {
                    kinds: allowed.accepted.join(", "),
                    size: formatLimit(allowed.maxMB),
                  })}
              </>
            }
            accepted={allowed?.accepted ?? []}
            isFirst={!medium && !files.isUnderWay && !isOptional}
            onFiles={take}
          />
        )}
        {files.refused && (
          <p role="alert" className="text-label font-medium text-danger-ink">
            {files.refused}
          </p>
        )}
      </div>
      {chosen && (
        <ConfirmDialog
          open
          onClose={() => setChosen(undefined)}
          title={
            medium
              ? t(
                  "{purpose, select, video {Replace the video?} trailer {Replace the trailer?} other {Replace the file?}}",
                  { purpose },
                )
              : t(
                  "{purpose, select, video {Add the video?} trailer {Add the trailer?} other {Add the file?}}",
                  { purpose },
                )
          }
          description={warning}
          verb={verb}
          tone="brand"
          onConfirm={async () => files.send(chosen)}
        />
      )}
    </Card>
  );
}

type ShownProps = {
  asset: OwnAsset;
  medium: Medium;
  isReplacing: boolean;
  isOptional: boolean;
  purpose: MediumPurpose;
};

/** The file itself: what it is called, how far its preparation is, and what is wrong with it. */
function Shown({ asset, medium, isReplacing, isOptional, purpose }: ShownProps) {
  const { _id: mediumId, name, isApproved } = medium;
  const remove = useRemoveMedium();
  const [asks, setAsks] = useState(false);
  const mayRemove = asset.type === "video" && (!isApproved || isOptional);
  return (
    <div className="grid gap-3">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="min-w-0 truncate text-label font-semibold">{name}</span>
            {isReplacing && <Badge tone="new">{t("New")}</Badge>}
          </p>
          <p className="tnum text-caption text-fg3">{factsOf(medium)}</p>
        </div>
        {mayRemove && (
          <Button size="sm" variant="ghost" onClick={() => setAsks(true)}>
            <Trash2 size={16} aria-hidden />
            {t("Remove")}
          </Button>
        )}
      </div>
      {isReplacing && (
        <p className="text-caption text-fg2">
          {t("Buyers get it once it is approved; until then they keep the one before.")}
        </p>
      )}
      <Work asset={asset} medium={medium} purpose={purpose} />
      {asks && (
        <ConfirmDialog
          open
          onClose={() => setAsks(false)}
          title={t(
            "{purpose, select, video {Remove the video?} trailer {Remove the trailer?} other {Remove the file?}}",
            { purpose },
          )}
          description={
            isReplacing
              ? t("The new one is deleted, and the one before stays.")
              : t("“{name}” is deleted for good.", { name })
          }
          verb={t("Remove")}
          onConfirm={async () => {
            await remove.mutateAsync({ id: asset._id, mediumId });
            toast.success(
              t(
                "{purpose, select, video {The video is removed.} trailer {The trailer is removed.} other {The file is removed.}}",
                { purpose },
              ),
            );
          }}
        />
      )}
    </div>
  );
}

function factsOf(medium: Medium): string {
  const { size, state } = medium;
  const facts = [formatBytes(size)];
  if (state && state.durationMs > 0) facts.unshift(formatDuration(state.durationMs));
  if (state && state.width > 0) facts.push(`${state.width} × ${state.height}`);
  if (state && canPlay(medium) && !state.hasSound) facts.push(t("no sound"));
  return facts.join(" · ");
}

type WorkProps = Pick<ShownProps, "asset" | "medium" | "purpose">;

/** What the site does with a file: how far it is, or why it cannot be used. */
function Work({ asset, medium, purpose }: WorkProps) {
  const retry = useRetryMedium();
  const { state } = medium;
  if (state === undefined || state.status === "done") return null;
  if (isBroken(medium)) {
    return (
      <div
        role="alert"
        className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-danger-soft px-4 py-3"
      >
        <TriangleAlert size={18} aria-hidden className="shrink-0 text-danger-ink" />
        <div className="min-w-0 flex-1 basis-52">
          <p className="text-label font-semibold">
            {t(
              "{purpose, select, video {This video cannot be used} trailer {This trailer cannot be used} other {This file cannot be used}}",
              { purpose },
            )}
          </p>
          <p className="text-caption text-fg2 [overflow-wrap:anywhere]">
            {state.reason}
            {!state.isRetryable && ` ${t("Choose another file.")}`}
          </p>
        </div>
        {state.isRetryable && (
          <Button
            size="sm"
            variant="outline"
            pending={retry.isPending}
            onClick={() =>
              retry.mutate(
                { id: asset._id, mediumId: medium._id },
                { onError: (error) => toast.error(messageOf(error)) },
              )
            }
          >
            <RotateCw size={16} aria-hidden />
            {t("Retry")}
          </Button>
        )}
      </div>
    );
  }
  const isUnavailable = state.status === "unavailable";
  return (
    <div className="rounded-md bg-s2 px-4 py-3">
      <p role="status" className="tnum text-label font-semibold">
        {preparationOf(medium)}
      </p>
      {!isUnavailable && (
        <Progress
          label={t(
            "{purpose, select, video {The video is prepared} trailer {The trailer is prepared} other {The file is prepared}}",
            { purpose },
          )}
          value={state.progress}
          max={100}
          className="mt-2"
        />
      )}
      {!canPlay(medium) && !isUnavailable && (
        <p className="mt-2 text-caption text-fg3">
          {t("You may close the page: it is prepared on the site, for every device.")}
        </p>
      )}
    </div>
  );
}
