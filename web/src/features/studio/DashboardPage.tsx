import { useQuery } from "@tanstack/react-query";
import { Clock, Coins, Radio, Users } from "lucide-react";
import { paths } from "@/app/paths";
import { formatNumber, formatTokens } from "@/lib/format";
import { useLabels } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { LinkButton } from "@/ui/Button";
import { Card, PageHeader, Stat } from "@/ui/Card";
import { Chip } from "@/ui/Chip";
import { Loaded } from "@/ui/Loaded";
import { Skeleton } from "@/ui/Skeleton";
import { EmptyState } from "@/ui/States";
import { useSearch } from "@/ui/useAddress";
import { studioStats, type Trend, trend } from "./api";
import { studioPaths } from "./pages";
import { TrendChart } from "./TrendChart";
import { t } from "./texts";

const spans = [7, 30, 90];

/** /studio/dashboard: how the studio is doing, and how it was doing before. */
export default function DashboardPage() {
  const { models } = useLabels();
  useTitle(t("Dashboard"));
  const [query, set] = useSearch(studioPaths.dashboard);
  const days = spans.find((span) => String(span) === query.days) ?? 30;
  const stats = useQuery(studioStats());
  const found = useQuery(trend(days));
  return (
    <>
      <PageHeader
        title={t("Dashboard")}
        actions={<LinkButton href={paths.studio.modelStats()}>{t("Each of them")}</LinkButton>}
      >
        {t("All {models} of your studio together; today is the day in UTC.", {
          models: models.toLowerCase(),
        })}
      </PageHeader>
      <Loaded query={stats} waiting={<Skeleton className="mb-5 h-28 w-full rounded-lg" />}>
        {(data) => (
          <>
            <dl className="mb-5 grid grid-cols-2 gap-3 lg:grid-cols-4">
              <Stat
                label={models}
                icon={<Users size={16} aria-hidden />}
                value={formatNumber(data.totalPerformer, 0)}
              />
              {data.totalTokenEarned !== undefined && (
                <Stat
                  label={t("Tokens earned")}
                  icon={<Coins size={16} aria-hidden />}
                  value={formatTokens(data.totalTokenEarned)}
                />
              )}
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
            {data.totalPerformer === 0 && (
              <EmptyState
                title={t("No {models} yet", { models: models.toLowerCase() })}
                icon={<Users aria-hidden />}
              >
                {t("Invite somebody or open the first account on the {models} page.", { models })}
              </EmptyState>
            )}
          </>
        )}
      </Loaded>
      <Card
        title={t("Trend")}
        aside={
          <fieldset className="flex gap-2">
            <legend className="sr-only">{t("Period")}</legend>
            {spans.map((span) => (
              <Chip key={span} selected={span === days} onClick={() => set({ days: String(span) })}>
                {t("{count, plural, one {# day} other {# days}}", { count: span })}
              </Chip>
            ))}
          </fieldset>
        }
      >
        <Loaded query={found} waiting={<Skeleton className="h-64 w-full rounded-md" />}>
          {(data) => (
            <>
              <Compared {...data} />
              <TrendChart days={data.days} />
            </>
          )}
        </Loaded>
      </Card>
    </>
  );
}

/** Each figure of the period that may be seen, with how it stands against the period before. */
function Compared({ now, before }: Trend) {
  const rows = [
    { label: t("Tokens"), now: now.tokens, before: before.tokens, decimals: 0 },
    { label: t("The studio's part"), now: now.studioNet, before: before.studioNet, decimals: 0 },
    { label: t("Hours online"), now: now.hoursOnline, before: before.hoursOnline, decimals: 1 },
    { label: t("Tokens per hour"), now: now.tokensPerHour, before: before.tokensPerHour },
    { label: t("Shows"), now: now.shows, before: before.shows, decimals: 0 },
  ];
  return (
    <dl className="mb-5 grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-3 xl:grid-cols-5">
      {rows.map(
        ({ label, now, before, decimals }) =>
          now !== undefined &&
          before !== undefined && (
            <div key={label}>
              <dt className="text-caption text-fg2">{label}</dt>
              <dd className="tnum text-h3 font-bold">{formatNumber(now, decimals)}</dd>
              <dd className="text-caption text-fg2">
                <Change now={now} before={before} />
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

function Change({ now, before }: { now: number; before: number }) {
  if (before === 0) return now === 0 ? t("as before") : t("nothing before");
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return t("as before");
  const text = `${percent > 0 ? "+" : "−"}${formatNumber(Math.abs(percent), 0)} %`;
  return t("{change} against the period before", { change: text });
}
