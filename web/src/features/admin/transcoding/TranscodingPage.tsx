import { Film, RotateCcw, SearchX } from "lucide-react";
import { messageOf } from "@/api/errors";
import { paths } from "@/app/paths";
import { formatClock, formatDateTime, formatDuration } from "@/lib/time";
import { useLabels } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import type { Column } from "@/ui/DataTable";
import { Select } from "@/ui/Field";
import { ListPage } from "@/ui/ListPage";
import { Progress } from "@/ui/Progress";
import { EmptyState } from "@/ui/States";
import { toast } from "@/ui/toast";
import { useFilters, useList } from "@/ui/useList";
import { type Job, jobs, useRetry } from "./api";
import { t } from "./texts";
import { isStatus, isUnderWay, statuses } from "./words";

/** /admin/transcoding: what becomes of uploaded videos, and the way to try again. */
export default function TranscodingPage() {
  useTitle(t("Video processing"));
  const [query, choose] = useFilters(paths.admin.transcoding);
  const { model } = useLabels();
  const status = isStatus(query.status) ? query.status : undefined;
  const [list, page] = useList(paths.admin.transcoding, (offset) => jobs(status, offset));
  const retry = useRetry();
  const again = ({ _id, name }: Job) =>
    retry.mutate(_id, {
      onSuccess: () => toast.success(t("“{name}” is tried again.", { name })),
      onError: (error) => toast.error(messageOf(error)),
    });
  return (
    <ListPage
      title={t("Video processing")}
      lead={t("Uploaded videos are made playable here. This page looks again by itself.")}
      filters={
        <div className="grid grid-cols-2 gap-3 px-4 pt-4 pb-3 sm:grid-cols-[200px]">
          <Select
            label={t("State")}
            placeholder={t("All")}
            options={statuses()}
            value={status ?? ""}
            onChange={({ target }) => choose({ status: target.value })}
          />
        </div>
      }
      list={list}
      page={page}
      label={t("Videos")}
      columns={columns(model, retry.isPending ? retry.variables : undefined, again)}
      rowKey={({ _id }) => _id}
      empty={
        status ? (
          <EmptyState title={t("No video is in this state")} icon={<SearchX aria-hidden />} />
        ) : (
          <EmptyState title={t("No video was uploaded yet")} icon={<Film aria-hidden />}>
            {t("Each video and trailer is listed here from its upload on.")}
          </EmptyState>
        )
      }
    />
  );
}

function columns(
  model: string,
  retried: string | undefined,
  onRetry: (job: Job) => void,
): Column<Job>[] {
  return [
    {
      id: "file",
      header: t("File"),
      cell: ({ name, purpose }) => (
        <span className="min-w-0">
          <span className="block max-w-64 truncate font-semibold" title={name}>
            {name}
          </span>
          <span className="block text-caption text-fg3">
            {purpose === "trailer" ? t("Trailer") : t("Video")}
          </span>
        </span>
      ),
    },
    { id: "whose", header: model, cell: ({ performer }) => performer.username },
    { id: "when", header: t("Uploaded"), cell: ({ createdAt }) => formatDateTime(createdAt) },
    {
      id: "length",
      header: t("Length"),
      numeric: true,
      cell: ({ durationMs }) => (durationMs ? formatDuration(durationMs) : "–"),
    },
    { id: "state", header: t("State"), cell: (job) => <State job={job} /> },
    {
      id: "why",
      header: t("Reason"),
      cell: (job) => (job.reason || job.detail ? <Why job={job} /> : "–"),
    },
    {
      id: "acts",
      header: "",
      cell: (job) =>
        job.retryable ? (
          <Button
            size="sm"
            variant="outline"
            pending={retried === job._id}
            aria-label={t("Try “{name}” again", { name: job.name })}
            onClick={() => onRetry(job)}
          >
            <RotateCcw size={15} aria-hidden />
            {t("Try again")}
          </Button>
        ) : (
          "–"
        ),
    },
  ];
}

function State({ job: { status, progress, renditions, nextTry, name } }: { job: Job }) {
  const known = statuses().find(({ value }) => value === status);
  const ready = renditions.map((height) => `${height}p`).join(", ");
  return (
    <span className="grid min-w-36 justify-items-start gap-1 max-sm:justify-items-end">
      <Badge tone={known?.tone ?? "neutral"}>{known?.label ?? status}</Badge>
      {isUnderWay(status) && status !== "waiting" && (
        <span className="flex w-36 items-center gap-2">
          <Progress
            label={t("Progress of {name}", { name })}
            value={progress}
            max={100}
            className="flex-1"
          />
          <span className="tnum text-caption text-fg2">{progress} %</span>
        </span>
      )}
      {ready && <span className="text-caption text-fg3">{ready}</span>}
      {nextTry && (
        <span className="text-caption text-fg3">
          {t("Tried again at {nextTry}", { nextTry: formatClock(nextTry) })}
        </span>
      )}
    </span>
  );
}

/** What the performer reads, and below it what the program said. */
function Why({ job: { reason, detail, tries } }: { job: Job }) {
  return (
    <span className="grid max-w-80 gap-1 whitespace-normal [overflow-wrap:anywhere]">
      {reason}
      {detail && (
        <details className="text-caption text-fg3">
          <summary className="min-h-6 cursor-pointer">
            {tries > 1 ? t("For you, after {tries} tries", { tries }) : t("For you")}
          </summary>
          <span className="block max-h-40 overflow-y-auto font-mono whitespace-pre-wrap">
            {detail}
          </span>
        </details>
      )}
    </span>
  );
}
