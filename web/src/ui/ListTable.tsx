import type { List } from "@/api/client";
import { DataTable, type DataTableProps } from "./DataTable";
import { Pagination, rowsOf } from "./Pagination";
import type { Page } from "./useList";

export type ListTableProps<Row> = Pick<
  DataTableProps<Row>,
  "label" | "columns" | "rowKey" | "empty"
> & {
  list: {
    data: List<Row> | undefined;
    error: Error | null;
    refetch: () => unknown;
    isPlaceholderData: boolean;
  };
  page: Page;
};

/** The page of a list that `useList` found, and the way to its other pages. */
export function ListTable<Row>({ list, page, ...table }: ListTableProps<Row>) {
  return (
    <>
      <DataTable
        {...table}
        rows={rowsOf(list.data)}
        error={list.error}
        onRetry={() => list.refetch()}
      />
      <Pagination list={list} {...page} />
    </>
  );
}
