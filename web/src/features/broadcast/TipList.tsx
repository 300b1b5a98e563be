import { useQuery } from "@tanstack/react-query";
import { Gift } from "lucide-react";
import { useStore } from "zustand";
import { formatTokens } from "@/lib/format";
import { formatClock } from "@/lib/time";
import { Coin } from "@/ui/Coin";
import { Skeleton } from "@/ui/Skeleton";
import { EmptyState, ErrorState } from "@/ui/States";
import { receivedTips, type Tip } from "./api";
import type { Broadcast } from "./broadcast";
import { EarnedStrip } from "./EarnedStrip";
import { t } from "./texts";

/** The tips of this show, newest first, and what they come to. */
export function TipList({ broadcast }: { broadcast: Broadcast }) {
  const since = useStore(broadcast.store, ({ show }) => show?.startedAt);
  const { data, error, refetch } = useQuery(receivedTips());
  if (error && data === undefined) return <ErrorState error={error} onRetry={refetch} />;
  const tips = data?.data.filter(({ createdAt }) => isOf(since, createdAt));
  return (
    <>
      <div className="shrink-0 border-b border-line px-4 py-3">
        <EarnedStrip />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-4 py-2 [scrollbar-width:thin]">
        {tips === undefined && <Skeleton alone className="mt-2 h-40 rounded-md" />}
        {tips?.length === 0 && (
          <EmptyState title={t("No tips yet")} icon={<Gift aria-hidden />}>
            {t("The tips of this show appear here as they come, with their notes.")}
          </EmptyState>
        )}
        <ul aria-label={t("Tips of this show")}>
          {tips?.map((tip) => (
            <TipRow key={tip._id} tip={tip} />
          ))}
        </ul>
      </div>
    </>
  );
}

const got = ({ createdAt, netPrice }: Tip) => ({ time: formatClock(createdAt), net: netPrice });

function TipRow({ tip }: { tip: Tip }) {
  return (
    <li className="flex gap-3 border-b border-line py-3 last:border-b-0">
      <Coin size={22} />
      <div className="min-w-0 flex-1">
        <p className="flex gap-2 text-label">
          <b className="min-w-0 flex-1 truncate">{tip.senderInfo.username}</b>
          <b className="tnum text-gold-ink">{formatTokens(tip.token)}</b>
        </p>
        {tip.label && (
          <p className="text-label font-semibold [overflow-wrap:anywhere]">
            {t("For {label}", { label: tip.label })}
          </p>
        )}
        {tip.note && <p className="text-label font-normal [overflow-wrap:anywhere]">{tip.note}</p>}
        <p className="tnum text-caption text-fg3">
          {tip.anonymous
            ? t("{time} · you get {net} · anonymous in the room", got(tip))
            : t("{time} · you get {net}", got(tip))}
        </p>
      </div>
    </li>
  );
}

// Times are compared as times: their texts may differ in digits.
function isOf(since: string | undefined, at: string): boolean {
  return since === undefined || Date.parse(at) >= Date.parse(since);
}
