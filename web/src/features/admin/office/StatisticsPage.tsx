import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { paths } from "@/app/paths";
import { formatNumber, formatTokens } from "@/lib/format";
import { type Days, lastThirtyDays, rangeOf } from "@/lib/range";
import { useLabels } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { Card, PageHeader } from "@/ui/Card";
import { DayChart } from "@/ui/DayChart";
import { Loaded } from "@/ui/Loaded";
import { Period } from "@/ui/Period";
import { Skeleton } from "@/ui/Skeleton";
import { useSearch } from "@/ui/useAddress";
import { type Day, dailyStatistics } from "./api";
import { t } from "./texts";

/** /admin/statistics: how the site does day by day, in charts. */
export default function StatisticsPage() {
  useTitle(t("Statistics"));
  const { models } = useLabels();
  const [{ from, to }, setSearch] = useSearch(paths.admin.statistics);
  const days: Days = from || to ? { from, to } : lastThirtyDays(Date.now());
  const daily = useQuery(dailyStatistics(rangeOf(days)));
  return (
    <>
      <PageHeader title={t("Statistics")}>{t("How the site does, day by day.")}</PageHeader>
      <Period days={days} onChange={setSearch} />
      <Loaded query={daily} waiting={<Skeleton className="h-[36rem] w-full rounded-lg" />}>
        {({ data }) => (
          <div className="grid gap-5 xl:grid-cols-2">
            <Chart
              list={data}
              title={t("Paid by members")}
              unit={t("Tokens")}
              of={spent}
              sum={formatTokens}
            />
            <Chart
              list={data}
              title={t("The site’s part of it")}
              unit={t("Tokens")}
              of={income}
              sum={formatTokens}
            />
            <Chart list={data} title={t("New members")} unit={t("Accounts")} of={newMembers} />
            <Chart
              list={data}
              title={t("New {models}", { models: models.toLowerCase() })}
              unit={t("Accounts")}
              of={newPerformers}
            />
            <Chart list={data} title={t("New studios")} unit={t("Accounts")} of={newStudios} />
            <Chart list={data} title={t("Hours on air")} unit={t("Hours")} of={hours} />
          </div>
        )}
      </Loaded>
    </>
  );
}

const spent = (day: Day) => day.spent;
const income = (day: Day) => day.income;
const newMembers = (day: Day) => day.newMembers;
const newPerformers = (day: Day) => day.newPerformers;
const newStudios = (day: Day) => day.newStudios;
const hours = (day: Day) => day.liveMinutes / 60;
const counted = (sum: number) => formatNumber(sum, 0);

type ChartProps = {
  list: readonly Day[];
  title: string;
  unit: string;
  of: (day: Day) => number;
  sum?: (total: number) => string;
};

function Chart({ list, title, unit, of, sum = counted }: ChartProps) {
  const days = useMemo(() => list.map((day) => ({ day: day.day, value: of(day) })), [list, of]);
  const total = days.reduce((all, { value }) => all + value, 0);
  return (
    <Card title={title} aside={<b className="tnum text-h3">{sum(total)}</b>}>
      <DayChart days={days} title={title} unit={unit} height={200} />
    </Card>
  );
}
