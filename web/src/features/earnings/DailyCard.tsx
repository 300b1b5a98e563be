import { useQuery } from "@tanstack/react-query";
import { Card } from "@/ui/Card";
import { Loaded } from "@/ui/Loaded";
import { Skeleton } from "@/ui/Skeleton";
import { type Choice, dailyEarnings, type Earner } from "./api";
import { DailyChart } from "./DailyChart";
import { t } from "./texts";

/** The days of what is chosen. */
export function DailyCard({ who, choice }: { who: Earner; choice: Choice }) {
  const days = useQuery(dailyEarnings(who, choice));
  return (
    <Card title={t("Daily earnings")}>
      <Loaded query={days} waiting={<Skeleton className="h-64 w-full rounded-md" />}>
        {(data) => <DailyChart days={data.data} />}
      </Loaded>
    </Card>
  );
}
