import { useQuery } from "@tanstack/react-query";
import { formatNumber } from "@/lib/format";
import { kindName } from "@/money/kinds";
import { Card } from "@/ui/Card";
import { type Column, DataTable } from "@/ui/DataTable";
import { EmptyState } from "@/ui/States";
import { type Choice, type Earner, earningStats, type KindSum } from "./api";
import { t } from "./texts";

/** The sums of each kind. */
export function KindTable({ who, choice }: { who: Earner; choice: Choice }) {
  const stats = useQuery(earningStats(who, choice));
  return (
    <Card flush title={t("By kind")}>
      <DataTable
        label={t("By kind")}
        columns={columns()}
        rows={stats.data?.byType}
        rowKey={({ type }) => type}
        error={stats.error}
        onRetry={stats.refetch}
        empty={<EmptyState title={t("Nothing earned in this time")} />}
      />
    </Card>
  );
}

const columns = (): Column<KindSum>[] => [
  { id: "kind", header: t("Kind"), cell: ({ type }) => kindName(type) },
  { id: "count", header: t("Incomes"), numeric: true, cell: ({ count }) => formatNumber(count, 0) },
  {
    id: "gross",
    header: t("Gross"),
    numeric: true,
    cell: ({ totalGross }) => formatNumber(totalGross),
  },
  {
    id: "site",
    header: t("Site"),
    numeric: true,
    cell: ({ totalSiteFee }) => <span className="text-fg3">{formatNumber(totalSiteFee)}</span>,
  },
  {
    id: "net",
    header: t("Net"),
    numeric: true,
    cell: ({ totalNet }) => <span className="font-bold">{formatNumber(totalNet)}</span>,
  },
];
