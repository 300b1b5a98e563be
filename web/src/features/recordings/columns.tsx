import { Download, Play, Trash2 } from "lucide-react";
import { formatBytes } from "@/lib/format";
import { formatDateTime, formatDuration } from "@/lib/time";
import { Badge } from "@/ui/Badge";
import { IconButton, iconButtonClass } from "@/ui/Button";
import type { Column } from "@/ui/DataTable";
import { fileOf, type Recording } from "./api";
import { kinds, titleOf } from "./words";

type ColumnsOptions = {
  onPlay: (recording: Recording) => void;
  onDelete: (recording: Recording) => void;
};

export function columns({ onPlay, onDelete }: ColumnsOptions): Column<Recording>[] {
  return [
    { id: "when", header: "Recorded", cell: ({ startedAt }) => formatDateTime(startedAt) },
    {
      id: "what",
      header: "Show",
      cell: (recording) => (
        <span className="flex flex-wrap items-center gap-2 max-sm:justify-end">
          <span className="max-w-64 truncate font-semibold">{titleOf(recording)}</span>
          {recording.title && <Badge tone="neutral">{kinds[recording.type]}</Badge>}
          {recording.endedAt === undefined && <Badge tone="live">Recording now</Badge>}
        </span>
      ),
    },
    {
      id: "length",
      header: "Length",
      numeric: true,
      cell: ({ seconds }) => formatDuration(seconds * 1000),
    },
    { id: "size", header: "Size", numeric: true, cell: ({ bytes }) => formatBytes(bytes) },
    {
      id: "actions",
      header: "Actions",
      cell: (recording) => (
        <span className="flex justify-end gap-1">
          <IconButton label={`Play ${titleOf(recording)}`} onClick={() => onPlay(recording)}>
            <Play size={18} aria-hidden />
          </IconButton>
          <a
            href={fileOf(recording._id)}
            download
            aria-label={`Download ${titleOf(recording)}`}
            className={iconButtonClass()}
          >
            <Download size={18} aria-hidden />
          </a>
          <IconButton
            label={`Delete ${titleOf(recording)}`}
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
