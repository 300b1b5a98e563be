import { useQuery } from "@tanstack/react-query";
import { paths } from "@/app/paths";
import { formatNumber } from "@/lib/format";
import { offsetOf } from "@/lib/offset";
import { useLabels } from "@/settings/api";
import { Card } from "@/ui/Card";
import { type Column, DataTable } from "@/ui/DataTable";
import { Pagination, rowsOf } from "@/ui/Pagination";
import { EmptyState } from "@/ui/States";
import { useSearch } from "@/ui/useAddress";
import { type Choice, type PerformerSum, pageSize, performerEarnings } from "./api";
import { PersonButton } from "./PersonButton";

/** A studio's income by performer, the most first. */
export function PerformersTable({ choice }: { choice: Choice }) {
  const { model } = useLabels();
  const [query, setQuery] = useSearch(paths.studio.earning);
  const offset = offsetOf({ offset: query.models });
  const list = useQuery(performerEarnings(choice, offset));
  return (
    <Card flush title={`By ${model.toLowerCase()}`}>
      <DataTable
        label={`By ${model.toLowerCase()}`}
        columns={columns(model)}
        rows={rowsOf(list.data)}
        rowKey={({ performerInfo }) => performerInfo._id}
        error={list.error}
        onRetry={list.refetch}
        empty={<EmptyState title="Nothing earned in this time" />}
      />
      <Pagination
        list={list}
        offset={offset}
        limit={pageSize}
        onMove={(next) => setQuery({ models: next })}
      />
    </Card>
  );
}

function columns(model: string): Column<PerformerSum>[] {
  return [
    {
      id: "who",
      header: model,
      cell: ({ performerInfo }) => <PersonButton person={performerInfo} />,
    },
    { id: "count", header: "Incomes", numeric: true, cell: ({ count }) => formatNumber(count, 0) },
    {
      id: "gross",
      header: "Gross",
      numeric: true,
      cell: ({ totalGross }) => formatNumber(totalGross),
    },
    {
      id: "site",
      header: "Site",
      numeric: true,
      cell: ({ totalSiteFee }) => <span className="text-fg3">{formatNumber(totalSiteFee)}</span>,
    },
    {
      id: "hers",
      header: `${model} net`,
      numeric: true,
      cell: ({ totalPerformerNet }) => formatNumber(totalPerformerNet),
    },
    {
      id: "net",
      header: "Studio net",
      numeric: true,
      cell: ({ totalNet }) => <span className="font-bold">{formatNumber(totalNet)}</span>,
    },
  ];
}
