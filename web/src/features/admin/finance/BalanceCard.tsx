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
import { t } from "./texts";
import { className } from "./words";

/** The trial balance: what every class of account had, gave and got. The last column sums to 0. */
export function BalanceCard({ range }: { range: Range }) {
  const { data, error, refetch } = useQuery(balances(range));
  const isOff = data?.classes.some(({ off }) => off !== 0) ?? false;
  return (
    <Card
      flush
      title={t("Trial balance")}
      aside={
        <CsvLink href={fileOf("balances/export", range)} label={t("CSV of the trial balance")} />
      }
    >
      <DataTable
        label={t("Trial balance")}
        columns={isOff ? [...columns(), off()] : columns()}
        rows={data?.classes}
        rowKey={(row) => row.class}
        error={error}
        onRetry={refetch}
        empty={
          <EmptyState title={t("No token has moved yet")}>
            {t("Every class of account will be listed here with what it had, gave and got.")}
          </EmptyState>
        }
      />
      {data && data.classes.length > 0 && (
        <p className="flex flex-wrap items-center gap-2 px-4 py-3 text-label lg:px-5">
          {t("Sum of the closing column at {time}:", { time: formatDateTime(data.at) })}
          <b className="tnum">{formatNumber(data.sum)}</b>
          {data.sound ? (
            <Badge tone="ok">{t("Balanced")}</Badge>
          ) : (
            <Badge tone="danger">{t("Not balanced")}</Badge>
          )}
        </p>
      )}
    </Card>
  );
}

const columns = (): Column<ClassLine>[] => [
  { id: "class", header: t("Accounts"), cell: (row) => <b>{className(row.class)}</b> },
  amount("opening", t("Opening")),
  amount("debits", t("Debits (out)")),
  amount("credits", t("Credits (in)")),
  {
    id: "closing",
    header: t("Closing"),
    numeric: true,
    cell: ({ closing }) => <b>{formatNumber(closing)}</b>,
  },
];

const off = (): Column<ClassLine> => ({
  id: "off",
  header: t("Off by"),
  numeric: true,
  cell: (row) => (row.off === 0 ? "–" : <b className="text-danger-ink">{formatNumber(row.off)}</b>),
});

function amount(id: "opening" | "debits" | "credits", header: string): Column<ClassLine> {
  return { id, header, numeric: true, cell: (row) => formatNumber(row[id]) };
}
