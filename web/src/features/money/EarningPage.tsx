import { useQuery } from "@tanstack/react-query";
import { Coins, Gift, Percent, ReceiptText } from "lucide-react";
import { formatNumber } from "@/lib/format";
import { useTitle } from "@/settings/useTitle";
import { Card, PageHeader, Stat } from "@/ui/Card";
import { Skeleton } from "@/ui/Skeleton";
import { ErrorState } from "@/ui/States";
import { useAddress } from "@/ui/useAddress";
import { dailyEarnings, earningStats } from "./api";
import { DailyChart } from "./DailyChart";
import { EarningsTable } from "./EarningsTable";
import { RangeFields } from "./RangeFields";
import { lastThirtyDays, rangeOf } from "./range";

/** /account/performer/earning: sums, days and every income of a range, 30 days unless told. */
export default function EarningPage() {
  useTitle("Earnings");
  const { query, setQuery } = useAddress();
  const usual = lastThirtyDays(Date.now());
  const from = query.from || usual.from;
  const to = query.to || usual.to;
  const range = rangeOf({ from, to });
  return (
    <>
      <PageHeader
        title="Earnings"
        actions={
          <div className="grid grid-cols-2 gap-3">
            <RangeFields
              from={from}
              to={to}
              onChange={(days) => setQuery({ ...days, offset: "" })}
            />
          </div>
        }
      >
        Tokens received after studio and site commission.
      </PageHeader>
      <div className="grid gap-5">
        <Sums range={range} />
        <Chart range={range} />
        <EarningsTable range={range} />
      </div>
    </>
  );
}

type Ranged = { range: ReturnType<typeof rangeOf> };

function Sums({ range }: Ranged) {
  const stats = useQuery(earningStats(range));
  if (stats.error) return <ErrorState error={stats.error} onRetry={stats.refetch} />;
  if (!stats.data) return <Skeleton className="h-28 w-full rounded-lg" />;
  const { totalNet, totalGross, totalSiteFee, count, byType } = stats.data;
  const tips = byType.find(({ type }) => type === "tip");
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Stat
        label="Net earnings"
        icon={<Coins size={16} aria-hidden />}
        value={formatNumber(totalNet)}
      />
      <Stat
        label="Tips"
        icon={<Gift size={16} aria-hidden />}
        value={formatNumber(tips?.count ?? 0, 0)}
      />
      <Stat
        label="Paid by members"
        icon={<ReceiptText size={16} aria-hidden />}
        value={formatNumber(totalGross)}
        note={`${formatNumber(count, 0)} in all`}
      />
      <Stat
        label="Site commission"
        icon={<Percent size={16} aria-hidden />}
        value={formatNumber(totalSiteFee)}
      />
    </dl>
  );
}

function Chart({ range }: Ranged) {
  const days = useQuery(dailyEarnings(range));
  return (
    <Card title="Daily earnings">
      {days.error && <ErrorState error={days.error} onRetry={days.refetch} />}
      {days.isPending && <Skeleton className="h-64 w-full rounded-md" />}
      {days.data && <DailyChart days={days.data.data} />}
    </Card>
  );
}
