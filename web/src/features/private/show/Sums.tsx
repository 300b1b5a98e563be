import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { formatTokens } from "@/lib/format";
import { formatDuration } from "@/lib/time";
import { useSocketEvent } from "@/realtime/useSocketEvent";
import { Figure, Figures, unknownFigure } from "@/shows/Figures";
import { LowWarning, type Metered, MeterStrip } from "@/shows/MeterStrip";
import { useNow } from "@/ui/useNow";
import { earned, privateKeys } from "../api";
import { t } from "../texts";
import type { Side } from "./side";

type SumsProps = { side: Side; over?: boolean };

/** What the show costs the member, or brings the performer, by the second. */
export function Sums({ side, over = false }: SumsProps) {
  const metered = meteredOf(side);
  if (side.isPerformer) return <Earned side={side} over={over} />;
  return metered && <MeterStrip {...metered} over={over} />;
}

/** Warns the member in time. */
export function Warning({ side }: { side: Side }) {
  const metered = meteredOf(side);
  return metered && <LowWarning {...metered} topUp={side.topUp} />;
}

function meteredOf({ isPerformer, show, state }: Side): Metered | undefined {
  if (isPerformer || show.meter === undefined) return undefined;
  return { meter: show.meter, at: state.meterAt, runs: show.status === "live" };
}

function Earned({ side, over }: Required<SumsProps>) {
  const queries = useQueryClient();
  const { data, error } = useQuery(earned());
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
    <Figures over={over} label={t("Your show")}>
      <Figure over={over} label={t("On air")} value={formatDuration(passed)} />
      <Figure
        over={over}
        label={t("Earned")}
        value={data || !error ? formatTokens(data?.net ?? 0) : unknownFigure}
        coin
      />
      <Figure over={over} label={t("A minute")} value={formatTokens(price ?? 0)} coin />
    </Figures>
  );
}
