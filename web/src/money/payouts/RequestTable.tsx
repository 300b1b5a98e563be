import type { ReactNode } from "react";
import type { Searched } from "@/lib/address";
import { formatTokens } from "@/lib/format";
import { formatDateTime } from "@/lib/time";
import { Card } from "@/ui/Card";
import type { Column } from "@/ui/DataTable";
import { Select } from "@/ui/Field";
import { ListTable, type ListTableProps } from "@/ui/ListTable";
import { type Page, useFilters } from "@/ui/useList";
import { t } from "../texts";
import { StatusBadge } from "./StatusBadge";
import type { PayoutRequest } from "./types";
import { formatMoney, methodName, statuses } from "./words";

type RequestTableProps = {
  title: string;
  /** Whose search has the status. */
  at: Searched<"status" | "offset">;
  list: ListTableProps<PayoutRequest>["list"];
  page: Page;
  /** Who asked, where it is not me. */
  who?: Column<PayoutRequest>;
  actions: (request: PayoutRequest) => ReactNode;
  empty: ReactNode;
  /** More choices beside the status. */
  filters?: ReactNode;
};

/** A page of requests. The address holds the status and the offset. */
export function RequestTable(props: RequestTableProps) {
  const { title, at, list, page, who, actions, empty, filters } = props;
  const [query, choose] = useFilters(at);
  const all: Column<PayoutRequest>[] = [
    ...(who ? [who] : []),
    ...columns(),
    {
      id: "actions",
      header: t("Actions"),
      cell: (request) => <span className="flex justify-end gap-2">{actions(request)}</span>,
    },
  ];
  return (
    <Card flush title={title}>
      <div className="grid grid-cols-2 gap-3 px-4 pb-3 sm:grid-cols-4 lg:px-5">
        <Select
          label={t("Status")}
          placeholder={t("All")}
          options={statuses()}
          value={query.status ?? ""}
          onChange={({ target }) => choose({ status: target.value })}
        />
        {filters}
      </div>
      <ListTable
        list={list}
        page={page}
        label={title}
        columns={all}
        rowKey={({ _id }) => _id}
        empty={empty}
      />
    </Card>
  );
}

const columns = (): Column<PayoutRequest>[] => [
  { id: "when", header: t("Asked for"), cell: ({ createdAt }) => formatDateTime(createdAt) },
  {
    id: "to",
    header: t("Paid by"),
    cell: ({ paymentAccountType, account }) => (
      <span className="min-w-0">
        {methodName(paymentAccountType)}
        <span className="block text-caption text-fg3">{account}</span>
      </span>
    ),
  },
  {
    id: "tokens",
    header: t("Tokens"),
    numeric: true,
    cell: ({ requestTokens }) => formatTokens(requestTokens),
  },
  {
    id: "pays",
    header: t("Pays"),
    numeric: true,
    cell: ({ amount, currency }) => (
      <span className="font-bold">{formatMoney(amount, currency)}</span>
    ),
  },
  {
    id: "status",
    header: t("Status"),
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
