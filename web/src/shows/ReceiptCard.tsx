import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import type { ReactNode } from "react";
import { formatTokens } from "@/lib/format";
import { formatClock, formatDate, formatDuration } from "@/lib/time";
import { AskButton } from "@/money/refunds/AskButton";
import { refundable } from "@/money/refunds/api";
import { Coin } from "@/ui/Coin";
import { Skeleton } from "@/ui/Skeleton";
import { ErrorState, LoadFailure } from "@/ui/States";
import { type Receipt, receipt } from "./api";
import { reasonText } from "./reason";
import { t } from "./texts";

type ReceiptCardProps = {
  showId: string;
  title?: string;
  /** The way on. */
  actions: ReactNode;
};

/** What a paid show came to, for this side alone, and the way on. */
export function ReceiptCard({ showId, title = t("The show is over"), actions }: ReceiptCardProps) {
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
        {title}
      </h1>
      {data && <Sums receipt={data} />}
      {data === undefined && error && <ErrorState error={error} onRetry={refetch} />}
      {data === undefined && !error && <Skeleton alone className="mt-6 h-64 rounded-lg" />}
      <div className="mt-6 flex flex-wrap gap-2">
        {actions}
        {data && data.net === undefined && <Refunds showId={showId} />}
      </div>
    </section>
  );
}

/** A member may ask to have the show back, each seat of it by itself. */
function Refunds({ showId }: { showId: string }) {
  const offers = useQuery(refundable());
  return (
    <>
      <LoadFailure query={offers} what={t("What you can ask about")} />
      {offers.data?.data
        .filter((payment) => payment.showId === showId)
        .map((payment) => (
          <AskButton key={payment.sourceId} payment={payment} />
        ))}
    </>
  );
}

function Sums({ receipt: r }: { receipt: Receipt }) {
  const isPerformer = r.net !== undefined;
  const lines = r.lines ?? [];
  // The one member of a private show is on the receipt already.
  const shared = r.type === "group" || lines.some(({ peek }) => peek);
  return (
    <>
      <p className="mt-1 text-body text-fg2">{reasonText(r, isPerformer)}</p>
      <div className="mt-6 rounded-lg border border-line bg-s1 p-5">
        <p className="text-caption text-fg2">{isPerformer ? t("You earned") : t("You paid")}</p>
        <p className="tnum mt-1 flex items-center gap-2 text-display font-extrabold tracking-[-.02em]">
          <Coin size={32} />
          {tokens(r.net ?? r.gross ?? 0)}
        </p>
        <dl className="tnum mt-5 grid gap-2.5 border-t border-line pt-4 text-label">
          {r.startedAt && (
            <Row
              label={t("Started")}
            >{`${formatDate(r.startedAt)}, ${formatClock(r.startedAt)}`}</Row>
          )}
          {r.endedAt && <Row label={t("Ended")}>{formatClock(r.endedAt)}</Row>}
          <Row label={t("Metered time")}>{formatDuration(r.seconds * 1000)}</Row>
          <Row label={t("Minutes charged")}>
            {r.minutes > 0 ? `${r.minutes} × ${tokens(r.price)}` : t("None")}
          </Row>
          {r.refund > 0 && (
            <Row label={isPerformer ? t("Refunded to members") : t("Refunded to you")}>
              {tokens(r.refund)}
            </Row>
          )}
        </dl>
        {shared && lines.length > 0 && <Lines lines={lines} />}
      </div>
      <p className="mt-2 text-caption text-fg3">
        {t("Tips are not part of this receipt. Terms {version}.", {
          version: String(r.policyVersion),
        })}
      </p>
    </>
  );
}

function tokens(count: number): string {
  return t("{count, plural, one {# token} other {# tokens}}", { count });
}

function Row({ label, children }: { label: string; children: string }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="font-normal text-fg2">{label}</dt>
      <dd className="text-end font-semibold">{children}</dd>
    </div>
  );
}

/** What each seat brought. Who looked in is named only here, when it is over. */
function Lines({ lines }: { lines: NonNullable<Receipt["lines"]> }) {
  const keyed = lines.map((line, i) => ({ ...line, key: `${line.member._id} ${i}` }));
  return (
    <table className="mt-5 w-full border-t border-line text-label">
      <caption className="sr-only">{t("What each member's seat came to")}</caption>
      <thead className="text-caption text-fg2">
        <tr>
          <th className="pt-4 pb-2 text-start font-medium">{t("Member")}</th>
          <th className="pt-4 pb-2 text-end font-medium">{t("Time")}</th>
          <th className="pt-4 pb-2 text-end font-medium">{t("Earned")}</th>
        </tr>
      </thead>
      <tbody>
        {keyed.map(({ key, member, minutes, net, peek }) => (
          <tr key={key} className="border-t border-line">
            <td className="py-2.5 font-semibold [overflow-wrap:anywhere]">{member.username}</td>
            <td className="tnum py-2.5 text-end">
              {peek
                ? t("{count, plural, one {# look} other {# looks}}", { count: minutes })
                : t("{count, plural, one {# minute} other {# minutes}}", { count: minutes })}
            </td>
            <td className="tnum py-2.5 text-end">{formatTokens(net)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
