import { useQuery } from "@tanstack/react-query";
import { formatNumber } from "@/lib/format";
import type { Range } from "@/lib/range";
import { formatDateTime } from "@/lib/time";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { type Column, DataTable } from "@/ui/DataTable";
import { EmptyState } from "@/ui/States";
import { balances, type ClassLine, fileOf } from "./api";
import { CsvLink } from "./CsvLink";
import { className } from "./words";

/** The trial balance: what every class of account had, gave and got. The last column sums to 0. */
export function BalanceCard({ range }: { range: Range }) {
  const { data, error, refetch } = useQuery(balances(range));
  const isOff = data?.classes.some(({ off }) => off !== 0) ?? false;
  return (
    <Card
      flush
      title="Trial balance"
      aside={<CsvLink href={fileOf("balances/export", range)} of="the trial balance" />}
    >
      <DataTable
        label="Trial balance"
        columns={isOff ? [...columns, off] : columns}
        rows={data?.classes}
        rowKey={(row) => row.class}
        error={error}
        onRetry={refetch}
        empty={
          <EmptyState title="No token has moved yet">
            Every class of account will be listed here with what it had, gave and got.
          </EmptyState>
        }
      />
      {data && data.classes.length > 0 && (
        <p className="flex flex-wrap items-center gap-2 px-4 py-3 text-label lg:px-5">
          Sum of the closing column at {formatDateTime(data.at)}:
          <b className="tnum">{formatNumber(data.sum)}</b>
          {data.sound ? (
            <Badge tone="ok">Balanced</Badge>
          ) : (
            <Badge tone="danger">Not balanced</Badge>
          )}
        </p>
      )}
    </Card>
  );
}

const columns: Column<ClassLine>[] = [
  { id: "class", header: "Accounts", cell: (row) => <b>{className(row.class)}</b> },
  amount("opening", "Opening"),
  amount("debits", "Debits (out)"),
  amount("credits", "Credits (in)"),
  {
    id: "closing",
    header: "Closing",
    numeric: true,
    cell: ({ closing }) => <b>{formatNumber(closing)}</b>,
  },
];

const off: Column<ClassLine> = {
  id: "off",
  header: "Off by",
  numeric: true,
  cell: (row) => (row.off === 0 ? "–" : <b className="text-danger-ink">{formatNumber(row.off)}</b>),
};

function amount(id: "opening" | "debits" | "credits", header: string): Column<ClassLine> {
  return { id, header, numeric: true, cell: (row) => formatNumber(row[id]) };
}
