import { useQuery } from "@tanstack/react-query";
import { Disc3 } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/errors";
import { pageSize } from "@/lib/offset";
import { formatDateTime } from "@/lib/time";
import { useSocketEvent } from "@/realtime/useSocketEvent";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { isBeyond } from "@/ui/Pagination";
import { Skeleton } from "@/ui/Skeleton";
import { EmptyState, ErrorState } from "@/ui/States";
import { toast } from "@/ui/toast";
import { type Result, results, type Status, useDecide, useRefreshResults } from "./api";
import { Swatch } from "./Odds";
import { StatusBadge } from "./StatusBadge";
import { t } from "./texts";

type ResultListProps = { status?: Status | undefined; offset?: number; limit?: number };

/** Results of my wheel, newest first; those that wait can be decided here. */
export function ResultList({ status, offset = 0, limit = pageSize }: ResultListProps) {
  const { data, error, refetch } = useQuery(results({ status, offset, limit }));
  const [rejecting, setRejecting] = useState<Result>();
  const refresh = useRefreshResults();
  useSocketEvent("wheel/result", refresh);

  if (error && data === undefined) return <ErrorState error={error} onRetry={refetch} />;
  if (data === undefined || isBeyond(data))
    return <Skeleton alone className="h-32 w-full rounded-md" />;
  if (data.data.length === 0) {
    return (
      <EmptyState
        title={status === "pending" ? t("No spin is waiting") : t("No spins yet")}
        icon={<Disc3 aria-hidden />}
      >
        {t("When somebody spins your wheel, the prize waits here until you say that it is done.")}
      </EmptyState>
    );
  }
  return (
    <>
      <ul aria-label={t("Spins")} className="divide-y divide-line">
        {data.data.map((result) => (
          <ResultRow key={result._id} result={result} onReject={() => setRejecting(result)} />
        ))}
      </ul>
      {rejecting && <RejectDialog result={rejecting} onClose={() => setRejecting(undefined)} />}
    </>
  );
}

function ResultRow({ result, onReject }: { result: Result; onReject: () => void }) {
  const { _id, label, color, userInfo, status, refunded, createdAt, originalPrice, netPrice } =
    result;
  const earns = netPrice !== undefined && status !== "rejected" && refunded === 0;
  const spin = { name: userInfo.username, date: formatDateTime(createdAt), count: originalPrice };
  const decide = useDecide();
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <Swatch color={color} />
      <div className="min-w-0 flex-1 basis-44">
        <p className="text-label font-semibold [overflow-wrap:anywhere]">{label}</p>
        <p className="tnum text-caption text-fg3">
          {earns
            ? t(
                "{name} · {date} · {count, plural, one {# token} other {# tokens}}, you get {net}",
                { ...spin, net: netPrice },
              )
            : t("{name} · {date} · {count, plural, one {# token} other {# tokens}}", spin)}
        </p>
      </div>
      {(status !== "pending" || refunded > 0) && <StatusBadge result={result} />}
      {status === "pending" && (
        <span className="flex gap-2">
          {refunded === 0 && (
            <Button
              size="sm"
              variant="ghost"
              aria-label={t("Reject {label}", { label })}
              onClick={onReject}
            >
              {t("Reject")}
            </Button>
          )}
          <Button
            size="sm"
            variant="brand"
            aria-label={t("Done: {label}", { label })}
            pending={decide.isPending}
            onClick={() =>
              decide.mutate(
                { id: _id, status: "done" },
                { onError: (error) => toast.error(messageOf(error)) },
              )
            }
          >
            {t("Done")}
          </Button>
        </span>
      )}
    </li>
  );
}

function RejectDialog({ result, onClose }: { result: Result; onClose: () => void }) {
  const decide = useDecide();
  const count = result.originalPrice;
  const { username } = result.userInfo;

  function reject() {
    decide.mutate(
      { id: result._id, status: "rejected" },
      {
        onSuccess: () =>
          toast.success(
            t("{username} has {count, plural, one {# token} other {# tokens}} back.", {
              username,
              count,
            }),
          ),
        onError: (error) => toast.error(messageOf(error)),
        onSettled: onClose,
      },
    );
  }

  return (
    <Dialog
      open
      onClose={onClose}
      width="sm"
      title={t("Reject this spin?")}
      description={t(
        "{username} gets all {count, plural, one {# token} other {# tokens}} back for “{label}”.",
        { username, count, label: result.label },
      )}
      actions={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t("Keep it")}
          </Button>
          <Button variant="danger" pending={decide.isPending} onClick={reject}>
            {t("Reject and return {count, plural, one {# token} other {# tokens}}", { count })}
          </Button>
        </>
      }
    />
  );
}
