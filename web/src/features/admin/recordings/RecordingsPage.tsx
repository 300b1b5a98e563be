import { Film, Play, SearchX } from "lucide-react";
import { useState } from "react";
import { paths } from "@/app/paths";
import { formatBytes } from "@/lib/format";
import { formatDateTime, formatDuration } from "@/lib/time";
import { RecordingVideo } from "@/recordings/RecordingVideo";
import { kinds, titleOf } from "@/recordings/words";
import { useLabels } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { Badge } from "@/ui/Badge";
import { Button, IconButton, LinkButton } from "@/ui/Button";
import type { Column } from "@/ui/DataTable";
import { Dialog } from "@/ui/Dialog";
import { Link } from "@/ui/Link";
import { ListPage } from "@/ui/ListPage";
import { EmptyState } from "@/ui/States";
import { Checkbox } from "@/ui/Toggle";
import { useFilters, useList } from "@/ui/useList";
import { ActDialog } from "./ActDialog";
import { type Act, addressOf, recordings, type StaffRecording } from "./api";
import { t } from "./texts";

type Asked = { recording: StaffRecording; act: Act | "watch" };

/** /admin/recordings: everybody's recorded shows, and taking them down. */
export default function RecordingsPage() {
  useTitle(t("Recordings"));
  const [query, choose] = useFilters(paths.admin.recordings);
  const takenDown = query.takenDown === "true";
  const performerId = query.performerId ?? "";
  const [list, page] = useList(paths.admin.recordings, (offset) =>
    recordings({ performerId, takenDown, offset }),
  );
  const [asked, setAsked] = useState<Asked>();
  const { model } = useLabels();
  const close = () => setAsked(undefined);
  return (
    <ListPage
      title={t("Recordings")}
      lead={t("Shows that were recorded. Whoever looks at one is in the audit log.")}
      actions={
        <LinkButton href={paths.admin.assets()} variant="outline">
          {t("What is on sale")}
        </LinkButton>
      }
      filters={
        <div className="flex flex-wrap items-center gap-4 px-4 pt-4 pb-3 lg:px-5">
          <Checkbox
            label={t("Only taken down")}
            checked={takenDown}
            onChange={({ target }) => choose({ takenDown: target.checked ? "true" : "" })}
          />
          {performerId && (
            <Button variant="ghost" size="sm" onClick={() => choose({ performerId: "" })}>
              {t("Show everybody’s")}
            </Button>
          )}
        </div>
      }
      list={list}
      page={page}
      columns={columns(model, setAsked)}
      rowKey={({ _id }) => _id}
      empty={
        takenDown || performerId ? (
          <EmptyState title={t("Nothing matches")} icon={<SearchX aria-hidden />} />
        ) : (
          <EmptyState title={t("No show was recorded yet")} icon={<Film aria-hidden />}>
            {t("Recordings appear here while they are made.")}
          </EmptyState>
        )
      }
    >
      {asked?.act === "watch" && <WatchDialog recording={asked.recording} onClose={close} />}
      {asked && asked.act !== "watch" && (
        <ActDialog recording={asked.recording} act={asked.act} onClose={close} />
      )}
    </ListPage>
  );
}

function WatchDialog({ recording, onClose }: { recording: StaffRecording; onClose: () => void }) {
  const { _id, performer, startedAt, seconds } = recording;
  return (
    <Dialog open onClose={onClose} title={titleOf(recording)} width="lg">
      <p className="mb-3 text-label font-normal text-fg2">
        {performer.username} · {formatDateTime(startedAt)} · {formatDuration(seconds * 1000)}
      </p>
      <RecordingVideo
        address={addressOf(_id)}
        title={titleOf(recording)}
        broken={t("This recording cannot be watched now.")}
      />
    </Dialog>
  );
}

function columns(model: string, onAsk: (asked: Asked) => void): Column<StaffRecording>[] {
  return [
    {
      id: "who",
      header: model,
      cell: ({ performer: { _id, username } }) => (
        <Link
          href={paths.admin.recordings({ performerId: _id })}
          className="inline-flex min-h-11 items-center font-semibold hover:underline"
        >
          {username}
        </Link>
      ),
    },
    {
      id: "what",
      header: t("Show"),
      cell: (recording) => (
        <span className="grid max-w-72 gap-1 whitespace-normal max-sm:justify-items-end">
          <span className="flex flex-wrap items-center gap-2 max-sm:justify-end">
            <span className="font-semibold [overflow-wrap:anywhere]">{titleOf(recording)}</span>
            {recording.title && <Badge tone="neutral">{kinds()[recording.type]}</Badge>}
            {recording.takenDownAt && <Badge tone="danger">{t("Taken down")}</Badge>}
          </span>
          {recording.takenDownAt && (
            <span className="text-caption text-fg2">{recording.takedownReason}</span>
          )}
        </span>
      ),
    },
    { id: "when", header: t("Recorded"), cell: ({ startedAt }) => formatDateTime(startedAt) },
    {
      id: "length",
      header: t("Length"),
      numeric: true,
      cell: ({ seconds, bytes }) => `${formatDuration(seconds * 1000)}, ${formatBytes(bytes)}`,
    },
    {
      id: "viewers",
      header: t("Shared with"),
      numeric: true,
      cell: ({ viewers }) => String(viewers),
    },
    {
      id: "acts",
      header: "",
      cell: (recording) => (
        <Acts recording={recording} onAsk={(act) => onAsk({ recording, act })} />
      ),
    },
  ];
}

function Acts(props: { recording: StaffRecording; onAsk: (act: Act | "watch") => void }) {
  const { recording, onAsk } = props;
  const of = { title: titleOf(recording), username: recording.performer.username };
  const isDown = recording.takenDownAt !== undefined;
  return (
    <span className="flex flex-wrap items-center justify-end gap-2">
      <IconButton
        label={t("Watch {title} of {username}", of)}
        disabled={!recording.ready}
        onClick={() => onAsk("watch")}
      >
        <Play size={18} aria-hidden />
      </IconButton>
      <Button
        size="sm"
        variant="outline"
        aria-label={
          isDown
            ? t("Put back {title} of {username}", of)
            : t("Take down {title} of {username}", of)
        }
        onClick={() => onAsk(isDown ? "restore" : "take-down")}
      >
        {isDown ? t("Put back") : t("Take down")}
      </Button>
      <Button
        size="sm"
        variant="outline"
        aria-label={t("Delete {title} of {username}", of)}
        disabled={recording.endedAt === undefined}
        onClick={() => onAsk("delete")}
      >
        {t("Delete")}
      </Button>
    </span>
  );
}
