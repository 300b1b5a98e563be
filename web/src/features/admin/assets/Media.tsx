import { File, FileArchive, FileDown, Hourglass, TriangleAlert } from "lucide-react";
import { formatBytes } from "@/lib/format";
import { formatDuration } from "@/lib/time";
import { VideoPlayer } from "@/player/VideoPlayer";
import { Badge } from "@/ui/Badge";
import { buttonClass } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { reviewedFile, type Submission } from "./api";
import { t } from "./texts";

export type Medium = Submission["media"][number];
export type PlayedPart = "video" | "trailer";

/** What is watched of a submission: of each part the one that waits, else what was approved. */
export function playedOf({ media }: Submission): (Medium & { purpose: PlayedPart })[] {
  return ["video" as const, "trailer" as const].flatMap((purpose) => {
    const found = media.find((medium) => medium.purpose === purpose);
    return found === undefined ? [] : [{ ...found, purpose }];
  });
}

type MediaProps = {
  submission: Submission;
  /** Ids of what was played. */
  played: ReadonlySet<string>;
  onPlayed: (id: string) => void;
};

/** The video and the trailer of a submission to watch, and the file of a product by its name. */
export function Media({ submission, played, onPlayed }: MediaProps) {
  const file = submission.media.find(({ purpose }) => purpose === "digitalFile");
  const watched = playedOf(submission).map((medium) => (
    <Watched
      key={medium._id}
      submission={submission}
      medium={medium}
      isPlayed={played.has(medium._id)}
      onPlayed={() => onPlayed(medium._id)}
    />
  ));
  return (
    <>
      {watched}
      {file && <DigitalFile submission={submission} file={file} />}
    </>
  );
}

type WatchedProps = {
  submission: Submission;
  medium: Medium & { purpose: PlayedPart };
  isPlayed: boolean;
  onPlayed: () => void;
};

function Watched({ submission, medium, isPlayed, onPlayed }: WatchedProps) {
  const { purpose, name, size, state } = medium;
  const isPlayable = state?.status === "playable" || state?.status === "done";
  const facts = [
    state?.durationMs ? formatDuration(state.durationMs) : "",
    state?.width ? `${state.width} × ${state.height}` : "",
    isPlayable && !state.hasSound ? t("no sound") : "",
    formatBytes(size),
    name,
  ];
  return (
    <Card flush>
      {/* The player has keys of its own, see useKeys. */}
      <div data-own-keys className="bg-black [&_section]:mx-auto [&_section]:rounded-none">
        {isPlayable ? (
          <VideoPlayer
            assetId={submission._id}
            part={purpose}
            title={
              purpose === "trailer"
                ? t("Trailer of “{title}”", { title: submission.title })
                : submission.title
            }
            width={state.width || undefined}
            height={state.height || undefined}
            onPlay={onPlayed}
            onLost={() => undefined}
          />
        ) : (
          <NotYet state={state} />
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3">
        <h3 className="text-label font-semibold">
          {purpose === "trailer" ? t("Trailer") : t("Video")}
        </h3>
        <Approval isApproved={medium.isApproved} isSeen={isPlayed} />
        <p className="min-w-0 flex-1 truncate text-caption text-fg3">
          {facts.filter(Boolean).join(" · ")}
        </p>
      </div>
    </Card>
  );
}

/** It cannot be watched: it is being made, or that went wrong. */
function NotYet({ state }: { state: Medium["state"] | undefined }) {
  const isWrong = ["refused", "failed", "unavailable"].includes(state?.status ?? "");
  const Icon = isWrong ? TriangleAlert : Hourglass;
  return (
    <p className="grid aspect-video place-content-center justify-items-center gap-3 px-6 text-center text-label text-white">
      <Icon aria-hidden />
      {isWrong
        ? (state?.reason ?? t("It could not be made playable."))
        : t("It is being made playable: {percent} %", { percent: state?.progress ?? 0 })}
    </p>
  );
}

type DigitalFileProps = { submission: Submission; file: Medium };

function DigitalFile({ submission, file: { _id, name, size, isApproved } }: DigitalFileProps) {
  const isArchive = /\.(zip|7z|rar|tar|gz)$/i.test(name);
  const Icon = isArchive ? FileArchive : File;
  return (
    <Card>
      <div className="flex items-center gap-4">
        <span className="grid size-12 shrink-0 place-items-center rounded-md bg-s2 text-fg2">
          <Icon aria-hidden />
        </span>
        <div className="min-w-0 flex-1">
          <h3 className="text-label font-semibold [overflow-wrap:anywhere]">{name}</h3>
          <p className="text-caption text-fg3">
            {t("{size}, what buyers download", { size: formatBytes(size) })}
          </p>
        </div>
        <Approval isApproved={isApproved} isSeen={false} />
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <a href={reviewedFile(submission._id, _id)} download className={buttonClass("outline")}>
          <FileDown size={16} aria-hidden />
          {t("Download")}
        </a>
        <p className="text-caption text-fg3">{t("The audit log says who downloaded it.")}</p>
      </div>
    </Card>
  );
}

function Approval({ isApproved, isSeen }: { isApproved: boolean; isSeen: boolean }) {
  return (
    <span className="flex gap-1.5">
      {isApproved ? <Badge>{t("Approved before")}</Badge> : <Badge tone="gold">{t("New")}</Badge>}
      {isSeen && <Badge tone="ok">{t("Played")}</Badge>}
    </span>
  );
}
