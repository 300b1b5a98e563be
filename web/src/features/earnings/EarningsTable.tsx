import { useQuery } from "@tanstack/react-query";
import { Coins } from "lucide-react";
import type { ReactNode } from "react";
import { paths } from "@/app/paths";
import { formatNumber, formatTokens } from "@/lib/format";
import { offsetOf } from "@/lib/offset";
import { formatDateTime } from "@/lib/time";
import { kindName } from "@/money/kinds";
import { useLabels } from "@/settings/api";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { type Column, DataTable } from "@/ui/DataTable";
import { Pagination, rowsOf } from "@/ui/Pagination";
import { EmptyState } from "@/ui/States";
import { useSearch } from "@/ui/useAddress";
import { type Choice, type Earner, type Earning, earnings, pageSize } from "./api";
import { PersonButton } from "./PersonButton";

type EarningsTableProps = { who: Earner; choice: Choice; next: ReactNode };

/** Every income of what is chosen. */
export function EarningsTable({ who, choice, next }: EarningsTableProps) {
  const { model } = useLabels();
  const [query, setQuery] = useSearch(paths.performer.earning);
  const offset = offsetOf(query);
  const list = useQuery(earnings(who, choice, offset));
  return (
    <Card
      flush
      title={
        <>
          Transactions <span className="ml-2 font-normal text-fg3">{list.data?.total ?? ""}</span>
        </>
      }
    >
      <DataTable
        label="Transactions"
        columns={who === "studio" ? studioColumns(model) : performerColumns}
        rows={rowsOf(list.data)}
        rowKey={(row) => row._id}
        error={list.error}
        onRetry={list.refetch}
        empty={
          <EmptyState
            title="Nothing earned in this time"
            icon={<Coins aria-hidden />}
            action={next}
          >
            Tips and everything else that is paid will be listed here.
          </EmptyState>
        }
      />
      <Pagination
        list={list}
        offset={offset}
        limit={pageSize}
        onMove={(moved) => setQuery({ offset: moved })}
      />
    </Card>
  );
}

const date: Column<Earning> = {
  id: "date",
  header: "Date",
  cell: (row) => formatDateTime(row.createdAt),
};

// A part can be given back without a reversal: what is negative was taken back.
const type: Column<Earning> = {
  id: "type",
  header: "Type",
  cell: (row) => (
    <span className="inline-flex items-center gap-2">
      {kindName(row.type)}
      {row.originalPrice < 0 && <Badge tone="danger">Taken back</Badge>}
    </span>
  ),
};

const gross: Column<Earning> = {
  id: "gross",
  header: "Gross",
  numeric: true,
  cell: (row) => formatTokens(row.originalPrice),
};

const net: Column<Earning> = {
  id: "net",
  header: "Net price",
  numeric: true,
  cell: (row) => <span className="font-bold">{formatNumber(row.netPrice)}</span>,
};

const performerColumns: Column<Earning>[] = [
  date,
  type,
  { id: "from", header: "From", cell: (row) => <PersonButton person={row.userInfo} /> },
  gross,
  part("commission", "Commission", (row) => row.siteFee + row.studioNet),
  net,
];

function studioColumns(model: string): Column<Earning>[] {
  return [
    date,
    type,
    { id: "who", header: model, cell: (row) => <PersonButton person={row.performerInfo} /> },
    gross,
    part("site", "Site", (row) => row.siteFee),
    part("hers", `${model} net`, (row) => row.performerNet),
    net,
  ];
}

/** What goes to others: minus in front of it, and plus where it came back. */
function part(id: string, header: string, of: (row: Earning) => number): Column<Earning> {
  return {
    id,
    header,
    numeric: true,
    cell: (row) => (
      <span className="text-fg3">
        {of(row) > 0 ? "−" : of(row) < 0 ? "+" : ""}
        {formatNumber(Math.abs(of(row)))}
      </span>
    ),
  };
}
