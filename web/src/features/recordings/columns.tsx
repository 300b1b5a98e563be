import { Download, Play, Trash2, UserCheck, UserPlus } from "lucide-react";
import { formatBytes } from "@/lib/format";
import { formatDateTime, formatDuration } from "@/lib/time";
import { kinds, titleOf } from "@/recordings/words";
import { Badge } from "@/ui/Badge";
import { IconButton, iconButtonClass } from "@/ui/Button";
import type { Column } from "@/ui/DataTable";
import { fileOf, type Recording } from "./api";
import { t } from "./texts";

type ColumnsOptions = {
  onPlay: (recording: Recording) => void;
  onShare: (recording: Recording) => void;
  onDelete: (recording: Recording) => void;
};

export function columns({ onPlay, onShare, onDelete }: ColumnsOptions): Column<Recording>[] {
  return [
    { id: "when", header: t("Recorded"), cell: ({ startedAt }) => formatDateTime(startedAt) },
    {
      id: "what",
      header: t("Show"),
      cell: (recording) => (
        <span className="flex flex-wrap items-center gap-2 max-sm:justify-end">
          <span className="max-w-64 truncate font-semibold">{titleOf(recording)}</span>
          {recording.title && <Badge tone="neutral">{kinds()[recording.type]}</Badge>}
          <State {...recording} />
        </span>
      ),
    },
    {
      id: "length",
      header: t("Length"),
      numeric: true,
      cell: ({ seconds }) => formatDuration(seconds * 1000),
    },
    { id: "size", header: t("Size"), numeric: true, cell: ({ bytes }) => formatBytes(bytes) },
    {
      id: "actions",
      header: t("Actions"),
      cell: (recording) => (
        <span className="flex justify-end gap-1">
          <IconButton
            label={t("Play {title}", { title: titleOf(recording) })}
            disabled={recording.takenDownAt !== undefined}
            onClick={() => onPlay(recording)}
          >
            <Play size={18} aria-hidden />
          </IconButton>
          <IconButton
            label={
              recording.sharedAt
                ? t("Stop sharing {title}", { title: titleOf(recording) })
                : t("Share {title}", { title: titleOf(recording) })
            }
            disabled={!recording.ready || recording.takenDownAt !== undefined}
            onClick={() => onShare(recording)}
          >
            {recording.sharedAt ? (
              <UserCheck size={18} aria-hidden />
            ) : (
              <UserPlus size={18} aria-hidden />
            )}
          </IconButton>
          {recording.takenDownAt === undefined && (
            <a
              href={fileOf(recording._id)}
              download
              aria-label={t("Download {title}", { title: titleOf(recording) })}
              className={iconButtonClass()}
            >
              <Download size={18} aria-hidden />
            </a>
          )}
          <IconButton
            label={t("Delete {title}", { title: titleOf(recording) })}
            disabled={recording.endedAt === undefined || recording.takenDownAt !== undefined}
            onClick={() => onDelete(recording)}
          >
            <Trash2 size={18} aria-hidden />
          </IconButton>
        </span>
      ),
    },
  ];
}

/** How far it is, who may watch it, or why nobody may. */
function State({ endedAt, ready, sharedAt, viewers, takenDownAt, takedownReason }: Recording) {
  if (takenDownAt)
    return (
      <>
        <Badge tone="danger">{t("Taken down")}</Badge>
        <span className="max-w-64 text-caption whitespace-normal text-fg2">{takedownReason}</span>
      </>
    );
  if (endedAt === undefined) return <Badge tone="live">{t("Recording now")}</Badge>;
  if (!ready) return <Badge tone="neutral">{t("Being prepared")}</Badge>;
  if (!sharedAt) return null;
  return (
    <Badge tone="ok">
      {t("{count, plural, one {Shared with # member} other {Shared with # members}}", {
        count: viewers,
      })}
    </Badge>
  );
}
