import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect } from "react";
import { cx } from "@/lib/cx";
import { countOf, formatTokens } from "@/lib/format";
import { formatDuration } from "@/lib/time";
import { useSocketEvent } from "@/realtime/useSocketEvent";
import { useSession } from "@/session/api";
import { LinkButton } from "@/ui/Button";
import { Coin } from "@/ui/Coin";
import { useNow } from "@/ui/useNow";
import { earned, privateKeys } from "../api";
import type { Side } from "./side";

type StripProps = { side: Side; over?: boolean };

/** What the show costs the member, or brings the performer, by the second. */
export function MeterStrip({ side, over = false }: StripProps) {
  return side.isPerformer ? <Earned side={side} over={over} /> : <Spent side={side} over={over} />;
}

function Spent({ side, over }: Required<StripProps>) {
  const { session } = useSession();
  const { meter } = side.show;
  const left = useSecondsLeft(side);
  if (meter === undefined) return null;
  return (
    <Figures over={over} label="Your meter">
      <Figure over={over} label="Minutes" value={String(meter.minutes)} />
      <Figure over={over} label="Spent" value={formatTokens(meter.spent)} coin />
      <Figure over={over} label="Lasts" value={formatDuration(left * 1000)} />
      <Figure
        over={over}
        label="Balance"
        value={formatTokens(session?.balance ?? meter.balance)}
        coin
      />
    </Figures>
  );
}

function Earned({ side, over }: Required<StripProps>) {
  const queries = useQueryClient();
  const { data } = useQuery(earned());
  const now = useNow();
  const { startedAt, status, price } = side.show;
  const stale = () => queries.invalidateQueries({ queryKey: privateKeys.earned });
  useSocketEvent("balance/changed", stale);
  useSocketEvent("tipped", stale);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another status is another sum.
  useEffect(() => {
    stale();
  }, [status]);
  const passed = startedAt === undefined ? 0 : now - Date.parse(startedAt);
  return (
    <Figures over={over} label="Your show">
      <Figure over={over} label="On air" value={formatDuration(passed)} />
      <Figure over={over} label="Earned" value={formatTokens(data?.net ?? 0)} coin />
      <Figure over={over} label="A minute" value={formatTokens(price ?? 0)} coin />
    </Figures>
  );
}

type FiguresProps = { over: boolean; label: string; children: ReactNode };

function Figures({ over, label, children }: FiguresProps) {
  return (
    <dl
      aria-label={label}
      className={cx(
        "tnum flex flex-wrap items-center",
        over
          ? "gap-x-3 rounded-full bg-black/55 px-3 py-1.5 text-white backdrop-blur-md"
          : "gap-x-8 gap-y-3 rounded-lg border border-line bg-s1 px-5 py-4",
      )}
    >
      {children}
    </dl>
  );
}

type FigureProps = { over: boolean; label: string; value: string; coin?: boolean };

function Figure({ over, label, value, coin = false }: FigureProps) {
  return (
    <div className={over ? "flex items-baseline gap-1" : "min-w-20"}>
      <dt className={over ? "text-micro text-white/75" : "text-caption text-fg2"}>{label}</dt>
      <dd
        className={cx(
          "flex items-center gap-1.5 font-bold",
          over ? "text-caption" : "mt-0.5 text-h3",
        )}
      >
        {coin && <Coin size={over ? 12 : 18} />}
        {value}
      </dd>
    </div>
  );
}

/** How long the member's tokens last, counted down between the meter's reports. */
export function useSecondsLeft({ show: { meter, status }, state }: Side): number {
  const now = useNow();
  if (meter === undefined) return 0;
  const passed = status === "live" ? Math.max(0, now - state.meterAt) / 1000 : 0;
  return Math.max(0, Math.round(meter.secondsLeft - passed));
}

const warnings = [15, 60, 120] as const;

/** Says in time that the tokens run out, and where to get more without leaving. */
export function LowWarning({ side }: { side: Side }) {
  const left = useSecondsLeft(side);
  const level = warnings.find((seconds) => left <= seconds);
  const { meter, status } = side.show;
  if (level === undefined || meter?.status === "waiting" || status !== "live") return null;
  return (
    <div
      className={cx(
        "flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md px-4 py-2.5 text-label",
        level === 15 ? "bg-live text-white" : "bg-gold text-gold-on",
      )}
    >
      <p className="min-w-0 flex-1">
        <span role={level === 15 ? "alert" : "status"}>
          Your tokens last less than {countOf(level, "second")} more.
        </span>{" "}
        <span className="tnum font-bold">{formatDuration(left * 1000)}</span>
        {side.topUp === undefined && (
          <span className="block text-caption font-normal">
            Tokens cannot be bought here yet; the show ends when they are used up.
          </span>
        )}
      </p>
      {side.topUp && (
        <LinkButton href={side.topUp} newTab size="sm">
          Get tokens
        </LinkButton>
      )}
    </div>
  );
}
