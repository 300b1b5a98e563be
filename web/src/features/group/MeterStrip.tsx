import { Hourglass } from "lucide-react";
import { countOf, formatTokens } from "@/lib/format";
import { formatDuration } from "@/lib/time";
import { LinkButton } from "@/ui/Button";
import { Coin } from "@/ui/Coin";
import type { Meter } from "./api";

type MeterStripProps = {
  meter: Meter;
  /** The newest warning, in seconds. */
  low: number | undefined;
  /** Where tokens are bought, when there is such a page. */
  topUp: string | undefined;
};

/** What the seat has cost so far, and how long the balance lasts. */
export function MeterStrip({ meter, low, topUp }: MeterStripProps) {
  const { status, minutes, spent, secondsLeft, freeSecondsLeft, price } = meter;
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2 rounded-lg border border-line bg-s1 px-4 py-3 text-label">
      <span className="flex items-center gap-2">
        <Coin />
        <b className="tnum font-bold">{formatTokens(spent)}</b>
        <span className="text-fg2">
          spent · {countOf(minutes, "minute")} at {formatTokens(price)}
        </span>
      </span>
      <span className="flex items-center gap-2 text-fg2">
        <Hourglass size={16} aria-hidden />
        {status === "paused"
          ? "The meter stands still"
          : freeSecondsLeft > 0
            ? `The first ${freeSecondsLeft} seconds are free`
            : `Your tokens last ${formatDuration(secondsLeft * 1000)}`}
      </span>
      {low !== undefined && (
        <p role="alert" className="flex w-full flex-wrap items-center gap-3 text-gold-ink">
          Your balance lasts {countOf(low, "more second", "more seconds")}. Then your seat is given
          back.
          {topUp && (
            <LinkButton href={topUp} variant="gold" size="sm">
              Get tokens
            </LinkButton>
          )}
        </p>
      )}
    </div>
  );
}
