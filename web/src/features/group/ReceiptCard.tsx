import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { countOf, formatTokens } from "@/lib/format";
import { formatDuration } from "@/lib/time";
import { Stat } from "@/ui/Card";
import { Coin } from "@/ui/Coin";
import { Skeleton } from "@/ui/Skeleton";
import { ErrorState } from "@/ui/States";
import { receipt } from "./api";
import { reasonText } from "./words";

type ReceiptCardProps = {
  showId: string;
  reason?: string | undefined;
  /** What to do next. */
  actions: ReactNode;
};

/** What the show came to: a member sees what was paid, the performer what she earned from whom. */
export function ReceiptCard({ showId, reason, actions }: ReceiptCardProps) {
  const { data, error, refetch } = useQuery(receipt(showId));
  return (
    <section className="mx-auto w-full max-w-[640px] px-4 py-10 lg:py-16" aria-live="polite">
      <h1 className="text-h1 font-extrabold tracking-[-.02em]">The group show is over</h1>
      <p className="mt-1 text-body text-fg2">{reasonText(data?.reason ?? reason ?? "")}</p>
      {error ? (
        <ErrorState error={error} onRetry={refetch} />
      ) : data === undefined ? (
        <Skeleton className="mt-6 h-40 w-full rounded-lg" />
      ) : (
        <>
          <dl className="mt-6 grid grid-cols-2 gap-3">
            <Stat label="Time" value={formatDuration(data.seconds * 1000)} />
            <Stat
              label={data.net === undefined ? "You paid" : "You earned"}
              value={countOf(data.net ?? data.gross ?? 0, "token")}
              icon={<Coin size={16} />}
              note={`${countOf(data.minutes, "minute")} at ${formatTokens(data.price)}`}
            />
          </dl>
          {data.refund > 0 && (
            <p className="mt-3 text-label text-ok-ink">
              {countOf(data.refund, "token")} given back for unused time.
            </p>
          )}
          {data.lines && data.lines.length > 0 && (
            <table className="mt-6 w-full text-label">
              <caption className="sr-only">What each member's seat came to</caption>
              <thead className="text-left text-caption text-fg2">
                <tr>
                  <th className="py-2 font-medium">Member</th>
                  <th className="py-2 text-right font-medium">Minutes</th>
                  <th className="py-2 text-right font-medium">You earned</th>
                </tr>
              </thead>
              <tbody>
                {data.lines.map(({ member, minutes, net }) => (
                  <tr key={member._id} className="border-t border-line">
                    <td className="py-2.5 font-semibold">{member.username}</td>
                    <td className="tnum py-2.5 text-right">{minutes}</td>
                    <td className="tnum py-2.5 text-right">{formatTokens(net)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </>
      )}
      <div className="mt-6 flex flex-wrap gap-2">{actions}</div>
    </section>
  );
}
