import { useQuery } from "@tanstack/react-query";
import { Coins } from "lucide-react";
import { formatNumber } from "@/lib/format";
import type { Range } from "@/lib/range";
import { kindName } from "@/money/kinds";
import { Card } from "@/ui/Card";
import { type Column, DataTable } from "@/ui/DataTable";
import { EmptyState } from "@/ui/States";
import { fileOf, income, type KindIncome } from "./api";
import { CsvLink } from "./CsvLink";
import { t } from "./texts";

/** What the site earned by each kind. The last column sums to the change of the site's account. */
export function IncomeCard({ range }: { range: Range }) {
  const { data, error, refetch } = useQuery(income(range));
  const rows = data && data.kinds.length > 0 ? [...data.kinds, data.total] : data?.kinds;
  return (
    <Card
      flush
      title={t("Site's income")}
      aside={
        <CsvLink href={fileOf("income/export", range)} label={t("CSV of the site's income")} />
      }
    >
      <DataTable
        label={t("Site's income by kind")}
        columns={columns()}
        rows={rows}
        rowKey={({ kind }) => kind}
        error={error}
        onRetry={refetch}
        empty={
          <EmptyState title={t("Nothing was earned in this time")} icon={<Coins aria-hidden />}>
            {t("Choose a longer time to see more.")}
          </EmptyState>
        }
      />
      {data && (
        <p className="px-4 py-3 text-caption text-fg3 lg:px-5">
          {t(
            "The site had {opening} tokens at the beginning and {closing} at the end: a change of {change}.",
            {
              opening: formatNumber(data.opening),
              closing: formatNumber(data.closing),
              change: formatNumber(data.change),
            },
          )}
        </p>
      )}
    </Card>
  );
}

const columns = (): Column<KindIncome>[] => [
  {
    id: "kind",
    header: t("Kind"),
    cell: ({ kind }) => <b>{kind === "" ? t("All kinds") : kindName(kind)}</b>,
  },
  {
    id: "count",
    header: t("Payments"),
    numeric: true,
    cell: ({ count }) => formatNumber(count, 0),
  },
  amount("gross", t("Paid by members")),
  amount("refunded", t("Refunded")),
  amount("fee", t("Site fee")),
  amount("feeBack", t("Fee given back")),
  amount("losses", t("Losses borne")),
  amount("rewards", t("Referral rewards")),
  amount("other", t("Other")),
  {
    id: "net",
    header: t("Site's net"),
    numeric: true,
    cell: ({ net }) => <b>{formatNumber(net)}</b>,
  },
];

type Amount = "gross" | "refunded" | "fee" | "feeBack" | "losses" | "rewards" | "other";

function amount(id: Amount, header: string): Column<KindIncome> {
  return {
    id,
    header,
    numeric: true,
    cell: (row) => (row[id] === 0 ? <span className="text-fg3">–</span> : formatNumber(row[id])),
  };
}
