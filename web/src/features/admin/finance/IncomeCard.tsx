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

/** What the site earned by each kind. The last column sums to the change of the site's account. */
export function IncomeCard({ range }: { range: Range }) {
  const { data, error, refetch } = useQuery(income(range));
  const rows = data && data.kinds.length > 0 ? [...data.kinds, data.total] : data?.kinds;
  return (
    <Card
      flush
      title="Site's income"
      aside={<CsvLink href={fileOf("income/export", range)} of="the site's income" />}
    >
      <DataTable
        label="Site's income by kind"
        columns={columns}
        rows={rows}
        rowKey={({ kind }) => kind}
        error={error}
        onRetry={refetch}
        empty={
          <EmptyState title="Nothing was earned in this time" icon={<Coins aria-hidden />}>
            Choose a longer time to see more.
          </EmptyState>
        }
      />
      {data && (
        <p className="px-4 py-3 text-caption text-fg3 lg:px-5">
          The site had {formatNumber(data.opening)} tokens at the beginning and{" "}
          {formatNumber(data.closing)} at the end: a change of {formatNumber(data.change)}.
        </p>
      )}
    </Card>
  );
}

const columns: Column<KindIncome>[] = [
  {
    id: "kind",
    header: "Kind",
    cell: ({ kind }) => <b>{kind === "" ? "All kinds" : kindName(kind)}</b>,
  },
  { id: "count", header: "Payments", numeric: true, cell: ({ count }) => formatNumber(count, 0) },
  amount("gross", "Paid by members"),
  amount("refunded", "Refunded"),
  amount("fee", "Site fee"),
  amount("feeBack", "Fee given back"),
  amount("losses", "Losses borne"),
  amount("rewards", "Referral rewards"),
  amount("other", "Other"),
  {
    id: "net",
    header: "Site's net",
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
