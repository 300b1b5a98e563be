import { useQuery } from "@tanstack/react-query";
import { Card } from "@/ui/Card";
import { DayChart } from "@/ui/DayChart";
import { Loaded } from "@/ui/Loaded";
import { Skeleton } from "@/ui/Skeleton";
import { type Choice, dailyEarnings, type Earner } from "./api";
import { t } from "./texts";

/** The days of what is chosen. */
export function DailyCard({ who, choice }: { who: Earner; choice: Choice }) {
  const daily = useQuery({
    ...dailyEarnings(who, choice),
    select: ({ data }) => data.map(({ day, net }) => ({ day, value: net })),
  });
  return (
    <Card title={t("Daily earnings")}>
      <Loaded query={daily} waiting={<Skeleton className="h-64 w-full rounded-md" />}>
        {(days) => <DayChart days={days} title={t("Daily earnings")} unit={t("Net tokens")} />}
      </Loaded>
    </Card>
  );
}
