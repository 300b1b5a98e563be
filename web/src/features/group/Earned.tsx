import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { formatTokens } from "@/lib/format";
import { formatDuration } from "@/lib/time";
import { useSocketEvent } from "@/realtime/useSocketEvent";
import { Figure, Figures, unknownFigure } from "@/shows/Figures";
import { useNow } from "@/ui/useNow";
import { earned, groupKeys, type Show } from "./api";
import { t } from "./texts";

type EarnedProps = { show: Show; over?: boolean };

/** How long the show is on and what it has brought, minutes and tips; it follows both. */
export function Earned({ show: { startedAt, status, price }, over = false }: EarnedProps) {
  const queries = useQueryClient();
  const { data, error } = useQuery(earned());
  const now = useNow();
  const stale = () => queries.invalidateQueries({ queryKey: groupKeys.earned });
  useSocketEvent("balance/changed", stale);
  useSocketEvent("tipped", stale);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another status is another sum.
  useEffect(() => {
    stale();
  }, [status]);
  const passed = startedAt === undefined ? 0 : Math.max(0, now - Date.parse(startedAt));
  return (
    <Figures over={over} label={t("Your show")}>
      <Figure over={over} label={t("On air")} value={formatDuration(passed)} />
      <Figure
        over={over}
        label={t("Earned")}
        value={data || !error ? formatTokens(data?.net ?? 0) : unknownFigure}
        coin
      />
      <Figure
        over={over}
        label={t("Tips")}
        value={data || !error ? String(data?.tips ?? 0) : unknownFigure}
      />
      <Figure over={over} label={t("A minute each")} value={formatTokens(price ?? 0)} coin />
    </Figures>
  );
}
