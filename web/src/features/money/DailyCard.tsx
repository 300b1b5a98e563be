import { useQuery } from "@tanstack/react-query";
import { Card } from "@/ui/Card";
import { Skeleton } from "@/ui/Skeleton";
import { ErrorState } from "@/ui/States";
import { type Choice, dailyEarnings, type Earner } from "./api";
import { DailyChart } from "./DailyChart";

/** The days of what is chosen. */
export function DailyCard({ who, choice }: { who: Earner; choice: Choice }) {
  const days = useQuery(dailyEarnings(who, choice));
  return (
    <Card title="Daily earnings">
      {days.error && days.data === undefined && (
        <ErrorState error={days.error} onRetry={days.refetch} />
      )}
      {days.isPending && <Skeleton className="h-64 w-full rounded-md" />}
      {days.data && <DailyChart days={days.data.data} />}
    </Card>
  );
}
