import type { ReactNode } from "react";
import type { List } from "@/api/client";
import { paths } from "@/app/paths";
import { formatTokens } from "@/lib/format";
import { offsetOf } from "@/lib/offset";
import { formatDateTime } from "@/lib/time";
import { Card } from "@/ui/Card";
import { type Column, DataTable } from "@/ui/DataTable";
import { Select } from "@/ui/Field";
import { Pagination, rowsOf } from "@/ui/Pagination";
import { useSearch } from "@/ui/useAddress";
import { StatusBadge } from "./StatusBadge";
import type { PayoutRequest } from "./types";
import { formatMoney, methodName, statuses } from "./words";

type RequestTableProps = {
  title: string;
  list: {
    data: List<PayoutRequest> | undefined;
    error: Error | null;
    refetch: () => unknown;
    isPlaceholderData: boolean;
  };
  /** Who asked, where it is not me. */
  who?: Column<PayoutRequest>;
  actions: (request: PayoutRequest) => ReactNode;
  empty: ReactNode;
  pageSize?: number;
  /** More choices beside the status. */
  filters?: ReactNode;
};

/** A page of requests. The address holds the status and the offset. */
export function RequestTable(props: RequestTableProps) {
  const { title, list, who, actions, empty, pageSize = 25, filters } = props;
  const [query, setQuery] = useSearch(paths.performer.payoutRequests);
  const all: Column<PayoutRequest>[] = [
    ...(who ? [who] : []),
    ...columns,
    {
      id: "actions",
      header: "Actions",
      cell: (request) => <span className="flex justify-end gap-2">{actions(request)}</span>,
    },
  ];
  return (
    <Card flush title={title}>
      <div className="grid grid-cols-2 gap-3 px-4 pb-3 sm:grid-cols-4 lg:px-5">
        <Select
          label="Status"
          placeholder="All"
          options={statuses}
          value={query.status ?? ""}
          onChange={({ target }) => setQuery({ status: target.value, offset: "" })}
        />
        {filters}
      </div>
      <DataTable
        label={title}
        columns={all}
        rows={rowsOf(list.data)}
        rowKey={({ _id }) => _id}
        error={list.error}
        onRetry={() => list.refetch()}
        empty={empty}
      />
      <Pagination
        list={list}
        offset={offsetOf(query)}
        limit={pageSize}
        onMove={(next) => setQuery({ offset: next })}
      />
    </Card>
  );
}

const columns: Column<PayoutRequest>[] = [
  { id: "when", header: "Asked for", cell: ({ createdAt }) => formatDateTime(createdAt) },
  {
    id: "to",
    header: "Paid by",
    cell: ({ paymentAccountType, account }) => (
      <span className="min-w-0">
        {methodName(paymentAccountType)}
        <span className="block text-caption text-fg3">{account}</span>
      </span>
    ),
  },
  {
    id: "tokens",
    header: "Tokens",
    numeric: true,
    cell: ({ requestTokens }) => formatTokens(requestTokens),
  },
  {
    id: "pays",
    header: "Pays",
    numeric: true,
    cell: ({ amount, currency }) => (
      <span className="font-bold">{formatMoney(amount, currency)}</span>
    ),
  },
  {
    id: "status",
    header: "Status",
    cell: (request) => (
      <span className="min-w-0">
        <StatusBadge request={request} />
        {request.reason && (
          <span className="block max-w-56 truncate text-caption text-fg3">{request.reason}</span>
        )}
      </span>
    ),
  },
];
