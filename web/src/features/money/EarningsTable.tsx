import { useQuery } from "@tanstack/react-query";
import { Coins } from "lucide-react";
import { paths } from "@/app/paths";
import { formatNumber, formatTokens } from "@/lib/format";
import { formatDateTime } from "@/lib/time";
import { Badge } from "@/ui/Badge";
import { LinkButton } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { type Column, DataTable } from "@/ui/DataTable";
import { Select } from "@/ui/Field";
import { Pagination } from "@/ui/Pagination";
import { EmptyState } from "@/ui/States";
import { useAddress } from "@/ui/useAddress";
import { type Earning, earnings, pageSize } from "./api";
import { incomeKinds, kindName } from "./kinds";
import type { Range } from "./range";

/** Every income of a range. */
export function EarningsTable({ range }: { range: Range }) {
  const { query, setQuery } = useAddress();
  const { type = "" } = query;
  const offset = Number(query.offset) || 0;
  const list = useQuery(earnings({ type, range, offset }));
  return (
    <Card
      flush
      title={
        <>
          Transactions <span className="ml-2 font-normal text-fg3">{list.data?.total ?? ""}</span>
        </>
      }
      aside={
        <Select
          label="Type"
          hideLabel
          placeholder="All types"
          options={incomeKinds}
          value={type}
          onChange={(event) => setQuery({ type: event.target.value, offset: "" })}
        />
      }
    >
      <DataTable
        label="Transactions"
        columns={columns}
        rows={list.data?.data}
        rowKey={(row) => row._id}
        error={list.error}
        onRetry={list.refetch}
        empty={
          <EmptyState
            title="Nothing earned in this time"
            icon={<Coins aria-hidden />}
            action={<LinkButton href={paths.live()}>Go live</LinkButton>}
          >
            Tips and everything else people pay you will be listed here.
          </EmptyState>
        }
      />
      <Pagination
        total={list.data?.total ?? 0}
        offset={offset}
        limit={pageSize}
        onMove={(next) => setQuery({ offset: next })}
      />
    </Card>
  );
}

const columns: Column<Earning>[] = [
  { id: "date", header: "Date", cell: (row) => formatDateTime(row.createdAt) },
  {
    id: "type",
    header: "Type",
    cell: (row) => (
      <span className="inline-flex items-center gap-2">
        {kindName(row.type)}
        {row.reverses && <Badge tone="danger">Taken back</Badge>}
      </span>
    ),
  },
  {
    id: "from",
    header: "From",
    cell: (row) => <span className="font-semibold">{row.userInfo.username || "–"}</span>,
  },
  {
    id: "gross",
    header: "Gross",
    numeric: true,
    cell: (row) => formatTokens(row.originalPrice),
  },
  {
    id: "commission",
    header: "Commission",
    numeric: true,
    cell: (row) => <span className="text-fg3">−{formatNumber(row.siteFee + row.studioNet)}</span>,
  },
  {
    id: "net",
    header: "Net price",
    numeric: true,
    cell: (row) => <span className="font-bold">{formatNumber(row.netPrice)}</span>,
  },
];
