import { Coins } from "lucide-react";
import type { ReactNode } from "react";
import { paths } from "@/app/paths";
import { formatNumber, formatTokens } from "@/lib/format";
import { formatDateTime } from "@/lib/time";
import { kindName } from "@/money/kinds";
import { useLabels } from "@/settings/api";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import type { Column } from "@/ui/DataTable";
import { ListTable } from "@/ui/ListTable";
import { EmptyState } from "@/ui/States";
import { useList } from "@/ui/useList";
import { type Choice, type Earner, type Earning, earnings } from "./api";
import { PersonButton } from "./PersonButton";

type EarningsTableProps = { who: Earner; choice: Choice; next: ReactNode };

/** Every income of what is chosen. */
export function EarningsTable({ who, choice, next }: EarningsTableProps) {
  const { model } = useLabels();
  const [list, page] = useList(paths.performer.earning, (offset) => earnings(who, choice, offset));
  return (
    <Card
      flush
      title={
        <>
          Transactions <span className="ml-2 font-normal text-fg3">{list.data?.total ?? ""}</span>
        </>
      }
    >
      <ListTable
        list={list}
        page={page}
        label="Transactions"
        columns={who === "studio" ? studioColumns(model) : performerColumns}
        rowKey={(row) => row._id}
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
