import { Film, Play } from "lucide-react";
import { useState } from "react";
import { paths } from "@/app/paths";
import { formatDateTime, formatDuration } from "@/lib/time";
import { RecordingVideo } from "@/recordings/RecordingVideo";
import { kinds, titleOf } from "@/recordings/words";
import { useLabels } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { Avatar } from "@/ui/Avatar";
import { IconButton, LinkButton } from "@/ui/Button";
import type { Column } from "@/ui/DataTable";
import { Dialog } from "@/ui/Dialog";
import { Link } from "@/ui/Link";
import { ListPage } from "@/ui/ListPage";
import { EmptyState } from "@/ui/States";
import { useList } from "@/ui/useList";
import { addressOf, type SharedRecording, shared } from "./api";
import { t } from "./texts";

/** /account/user/recordings: the shows that I paid in and may watch again. */
export default function SharedPage() {
  useTitle(t("Recordings"));
  const [list, page] = useList(paths.user.recordings, (offset) => shared(offset));
  const [playing, setPlaying] = useState<SharedRecording>();
  const { model, models } = useLabels();
  return (
    <ListPage
      title={t("Recordings")}
      lead={t("Shows that you paid in, as long as those who gave them share them with you.")}
      list={list}
      page={page}
      columns={columns(model, setPlaying)}
      rowKey={({ _id }) => _id}
      empty={
        <EmptyState
          title={t("No recordings yet")}
          icon={<Film aria-hidden />}
          action={
            <LinkButton href={paths.home()} variant="brand">
              {t("See who is live")}
            </LinkButton>
          }
        >
          {t("{models} may record their shows. What one shares with you appears here.", { models })}
        </EmptyState>
      }
    >
      {playing && (
        <Dialog open onClose={() => setPlaying(undefined)} title={titleOf(playing)} width="lg">
          <p className="mb-3 text-label font-normal text-fg2">
            {playing.performer.username} · {formatDateTime(playing.startedAt)} ·{" "}
            {formatDuration(playing.seconds * 1000)}
          </p>
          <RecordingVideo
            address={addressOf(playing._id)}
            title={titleOf(playing)}
            broken={t("This recording cannot be watched now.")}
          />
        </Dialog>
      )}
    </ListPage>
  );
}

function columns(
  model: string,
  onPlay: (recording: SharedRecording) => void,
): Column<SharedRecording>[] {
  return [
    {
      id: "who",
      header: model,
      cell: ({ performer }) => (
        <Link
          href={paths.room(performer.username)}
          className="inline-flex min-h-11 items-center gap-3 font-semibold hover:underline"
        >
          <Avatar src={performer.avatar} size={36} />
          {performer.username}
        </Link>
      ),
    },
    {
      id: "what",
      header: t("Show"),
      cell: (recording) => (
        <span className="grid max-sm:justify-items-end">
          <span className="max-w-64 truncate font-semibold">{titleOf(recording)}</span>
          {recording.title && (
            <span className="text-caption text-fg2">{kinds()[recording.type]}</span>
          )}
        </span>
      ),
    },
    { id: "when", header: t("Recorded"), cell: ({ startedAt }) => formatDateTime(startedAt) },
    {
      id: "length",
      header: t("Length"),
      numeric: true,
      cell: ({ seconds }) => formatDuration(seconds * 1000),
    },
    {
      id: "actions",
      header: t("Actions"),
      cell: (recording) => (
        <span className="flex justify-end">
          <IconButton
            label={t("Play {title}", { title: titleOf(recording) })}
            onClick={() => onPlay(recording)}
          >
            <Play size={18} aria-hidden />
          </IconButton>
        </span>
      ),
    },
  ];
}
