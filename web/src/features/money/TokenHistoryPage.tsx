import { useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { paths } from "@/app/paths";
import { cx } from "@/lib/cx";
import { formatTokens } from "@/lib/format";
import { formatDateTime } from "@/lib/time";
import { useTitle } from "@/settings/useTitle";
import { LinkButton } from "@/ui/Button";
import { Card, PageHeader } from "@/ui/Card";
import { type Column, DataTable } from "@/ui/DataTable";
import { Select } from "@/ui/Field";
import { Link } from "@/ui/Link";
import { Pagination } from "@/ui/Pagination";
import { EmptyState } from "@/ui/States";
import { useAddress } from "@/ui/useAddress";
import { pageSize, type Transaction, transactions } from "./api";
import { kindName, memberKinds } from "./kinds";
import { RangeFields } from "./RangeFields";
import { rangeOf } from "./range";

/** /account/user/payment-token-history: every token that came or went. */
export default function TokenHistoryPage() {
  useTitle("Payment token history");
  const { query, setQuery } = useAddress();
  const { type = "", from, to } = query;
  const offset = Number(query.offset) || 0;
  const list = useQuery(transactions({ type, range: rangeOf({ from, to }), offset }));
  const isFiltered = Boolean(type || from || to);
  return (
    <>
      <PageHeader title="Payment token history">
        Every token that came into your wallet or left it.
      </PageHeader>
      <Card flush>
        <div className="grid grid-cols-2 gap-3 px-4 pt-4 pb-3 sm:grid-cols-[180px_180px_180px]">
          <div className="max-sm:col-span-2">
            <Select
              label="Type"
              placeholder="All"
              options={memberKinds}
              value={type}
              onChange={(event) => setQuery({ type: event.target.value, offset: "" })}
            />
          </div>
          <RangeFields from={from} to={to} onChange={(days) => setQuery({ ...days, offset: "" })} />
        </div>
        <DataTable
          label="Payment token history"
          columns={columns}
          rows={list.data?.data}
          rowKey={(row) => row._id}
          error={list.error}
          onRetry={list.refetch}
          empty={<Nothing isFiltered={isFiltered} />}
        />
        <Pagination
          total={list.data?.total ?? 0}
          offset={offset}
          limit={pageSize}
          onMove={(next) => setQuery({ offset: next })}
        />
      </Card>
    </>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <EmptyState title="Nothing matches these filters" />;
  return (
    <EmptyState
      title="No tokens have moved yet"
      icon={<History aria-hidden />}
      action={<LinkButton href={paths.home()}>See who is live</LinkButton>}
    >
      Your tips and everything else you spend or receive will be listed here.
    </EmptyState>
  );
}

const columns: Column<Transaction>[] = [
  { id: "date", header: "Date", cell: (row) => formatDateTime(row.createdAt) },
  { id: "type", header: "Type", cell: (row) => kindName(row.type) },
  {
    id: "to",
    header: "With",
    cell: ({ performerInfo }) =>
      performerInfo ? (
        <Link href={paths.room(performerInfo.username)} className="font-semibold hover:underline">
          {performerInfo.username}
        </Link>
      ) : (
        "–"
      ),
  },
  { id: "note", header: "Note", cell: (row) => row.note || "–" },
  {
    id: "token",
    header: "Tokens",
    numeric: true,
    cell: ({ token }) => (
      <span className={cx("font-bold", token > 0 && "text-ok-ink")}>
        {token > 0 ? "+" : "−"}
        {formatTokens(Math.abs(token))}
      </span>
    ),
  },
  {
    id: "balance",
    header: "Balance",
    numeric: true,
    cell: (row) => <span className="text-fg2">{formatTokens(row.balance)}</span>,
  },
];
