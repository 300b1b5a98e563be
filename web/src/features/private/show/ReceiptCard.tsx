import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { countOf } from "@/lib/format";
import { formatClock, formatDate, formatDuration } from "@/lib/time";
import { Coin } from "@/ui/Coin";
import { Skeleton } from "@/ui/Skeleton";
import { ErrorState } from "@/ui/States";
import { type Receipt, receipt } from "../api";

type ReceiptCardProps = { showId: string; isPerformer: boolean; actions: ReactNode };

/** What the show came to, for this side alone, and the way on. */
export function ReceiptCard({ showId, isPerformer, actions }: ReceiptCardProps) {
  const { data, error, refetch } = useQuery(receipt(showId));
  return (
    <section
      aria-labelledby="receipt"
      className="mx-auto w-full max-w-[560px] px-4 py-10 lg:py-16"
      aria-live="polite"
    >
      <span className="grid size-14 place-items-center rounded-full bg-ok-soft text-ok-ink">
        <CircleCheck size={28} aria-hidden />
      </span>
      <h1 id="receipt" className="mt-4 text-h1 font-extrabold tracking-[-.02em]">
        The show is over
      </h1>
      {data && <Sums receipt={data} isPerformer={isPerformer} />}
      {data === undefined && error && <ErrorState error={error} onRetry={refetch} />}
      {data === undefined && !error && <Skeleton className="mt-6 h-64 rounded-lg" />}
      <div className="mt-6 flex flex-wrap gap-2">{actions}</div>
    </section>
  );
}

function Sums({ receipt: r, isPerformer }: { receipt: Receipt; isPerformer: boolean }) {
  const total = isPerformer ? (r.net ?? 0) : (r.gross ?? 0);
  return (
    <>
      <p className="mt-1 text-body text-fg2">{why(r, isPerformer)}</p>
      <div className="mt-6 rounded-lg border border-line bg-s1 p-5">
        <p className="text-caption text-fg2">{isPerformer ? "You earned" : "You paid"}</p>
        <p className="tnum mt-1 flex items-center gap-2 text-display font-extrabold tracking-[-.02em]">
          <Coin size={32} />
          {countOf(total, "token")}
        </p>
        <dl className="tnum mt-5 grid gap-2.5 border-t border-line pt-4 text-label">
          {r.startedAt && (
            <Row label="Started">{`${formatDate(r.startedAt)}, ${formatClock(r.startedAt)}`}</Row>
          )}
          {r.endedAt && <Row label="Ended">{formatClock(r.endedAt)}</Row>}
          <Row label="Metered time">{formatDuration(r.seconds * 1000)}</Row>
          <Row label="Minutes charged">
            {r.minutes > 0 ? `${r.minutes} × ${countOf(r.price, "token")}` : "None"}
          </Row>
          {r.refund > 0 && (
            <Row label={isPerformer ? "Refunded to the member" : "Refunded to you"}>
              {countOf(r.refund, "token")}
            </Row>
          )}
        </dl>
      </div>
      <p className="mt-2 text-caption text-fg3">
        Tips are not part of this receipt. Terms {r.policyVersion}.
      </p>
    </>
  );
}

function Row({ label, children }: { label: string; children: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="font-normal text-fg2">{label}</dt>
      <dd className="text-right font-semibold">{children}</dd>
    </div>
  );
}

/** Why it ended, as this side sees it (behaviours.md, Private show, Reasons). */
function why({ reason, performer }: Receipt, isPerformer: boolean): string {
  const her = performer.username;
  switch (reason) {
    case "member_left":
      return isPerformer ? "The member has left." : "You have left.";
    case "performer_left":
      return isPerformer ? "You have left." : `${her} has left.`;
    case "balance_exhausted":
      return isPerformer ? "The member's tokens are used up." : "Your tokens are used up.";
    case "connect_timeout":
      return "The pictures did not meet in time. Nothing was charged.";
    case "media_lost":
      return "The picture was lost for too long.";
    case "maintenance":
      return "The site closed for maintenance.";
    case "declined":
    case "cancelled":
    case "expired":
      return "The request did not become a show.";
    case "moderator":
    case "blocked":
      return "The show was ended.";
    default:
      return "Something went wrong on our side.";
  }
}
