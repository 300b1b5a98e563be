import { useQuery } from "@tanstack/react-query";
import { Clock, Coins, Radio, Users } from "lucide-react";
import { paths } from "@/app/paths";
import { formatNumber, formatTokens } from "@/lib/format";
import { useLabels } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { LinkButton } from "@/ui/Button";
import { PageHeader, Stat } from "@/ui/Card";
import { Skeleton } from "@/ui/Skeleton";
import { EmptyState, ErrorState } from "@/ui/States";
import { studioStats } from "./api";
import { t } from "./texts";

/** /studio/models/stats: what the studio's performers have done together. */
export default function ModelStatsPage() {
  const { models } = useLabels();
  useTitle(t("{models} stats", { models }));
  const { data, error, refetch } = useQuery(studioStats());
  return (
    <>
      <PageHeader
        title={t("{models} stats", { models })}
        actions={<LinkButton href={paths.studio.models()}>{models}</LinkButton>}
      >
        {t("All {models} of your studio together; today is the day in UTC.", {
          models: models.toLowerCase(),
        })}
      </PageHeader>
      {error && data === undefined && <ErrorState error={error} onRetry={refetch} />}
      {!error && !data && <Skeleton className="h-28 w-full rounded-lg" />}
      {data && (
        <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
          <Stat
            label={models}
            icon={<Users size={16} aria-hidden />}
            value={formatNumber(data.totalPerformer, 0)}
          />
          <Stat
            label={t("Tokens earned")}
            icon={<Coins size={16} aria-hidden />}
            value={formatTokens(data.totalTokenEarned)}
          />
          <Stat
            label={t("Online today")}
            icon={<Radio size={16} aria-hidden />}
            value={formatNumber(data.totalOnlineToday, 0)}
          />
          <Stat
            label={t("Hours online")}
            icon={<Clock size={16} aria-hidden />}
            value={formatNumber(data.totalHoursOnline, 1)}
          />
        </dl>
      )}
      {data?.totalPerformer === 0 && (
        <EmptyState
          title={t("No {models} yet", { models: models.toLowerCase() })}
          icon={<Users aria-hidden />}
        >
          {t("Open the first account on the {models} page.", { models })}
        </EmptyState>
      )}
    </>
  );
}
