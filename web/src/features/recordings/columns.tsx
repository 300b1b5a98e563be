import { Download, Play, Trash2 } from "lucide-react";
import { formatBytes } from "@/lib/format";
import { formatDateTime, formatDuration } from "@/lib/time";
import { Badge } from "@/ui/Badge";
import { IconButton, iconButtonClass } from "@/ui/Button";
import type { Column } from "@/ui/DataTable";
import { fileOf, type Recording } from "./api";
import { t } from "./texts";
import { kinds, titleOf } from "./words";

type ColumnsOptions = {
  onPlay: (recording: Recording) => void;
  onDelete: (recording: Recording) => void;
};

export function columns({ onPlay, onDelete }: ColumnsOptions): Column<Recording>[] {
  return [
    { id: "when", header: t("Recorded"), cell: ({ startedAt }) => formatDateTime(startedAt) },
    {
      id: "what",
      header: t("Show"),
      cell: (recording) => (
        <span className="flex flex-wrap items-center gap-2 max-sm:justify-end">
          <span className="max-w-64 truncate font-semibold">{titleOf(recording)}</span>
          {recording.title && <Badge tone="neutral">{kinds[recording.type]}</Badge>}
          {recording.endedAt === undefined && <Badge tone="live">{t("Recording now")}</Badge>}
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
            onClick={() => onPlay(recording)}
          >
            <Play size={18} aria-hidden />
          </IconButton>
          <a
            href={fileOf(recording._id)}
            download
            aria-label={t("Download {title}", { title: titleOf(recording) })}
            className={iconButtonClass()}
          >
            <Download size={18} aria-hidden />
          </a>
          <IconButton
            label={t("Delete {title}", { title: titleOf(recording) })}
            disabled={recording.endedAt === undefined}
            onClick={() => onDelete(recording)}
          >
            <Trash2 size={18} aria-hidden />
          </IconButton>
        </span>
      ),
    },
  ];
}
