import { ArrowDown, ArrowDownUp, ArrowUp } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "@/lib/cx";
import { Skeleton } from "./Skeleton";
import { EmptyState, ErrorState, NotFresh } from "./States";
import { t } from "./texts";

export type Sort = { by: string; direction: "asc" | "desc" };

export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Amounts stand right, in figures of equal width. */
  numeric?: boolean;
  /** The API's `sortBy` for this column; without it the column cannot be sorted. */
  sortBy?: string;
};

export type DataTableProps<Row> = {
  /** What the table lists, read aloud. */
  label: string;
  columns: readonly Column<Row>[];
  /** Undefined while loading. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  error?: Error | null;
  onRetry?: () => void;
  empty?: ReactNode;
  sort?: Sort | undefined;
  onSort?: (sort: Sort) => void;
};

// What a cell says that has nothing to say. On a phone it is left out.
const nothing = "–";

/** Rows of the server, one page at a time: loading, empty, refused and full. On a phone each row is a card. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowKey, error, onRetry, empty } = props;
  if (error && !rows) return <ErrorState error={error} {...(onRetry && { onRetry })} />;
  if (rows?.length === 0) return empty ?? <EmptyState title={t("Nothing here yet")} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section className="overflow-x-auto" tabIndex={0} aria-label={label} aria-busy={!rows}>
      {error && <NotFresh onRetry={onRetry} inset />}
      <table className="w-full text-label max-sm:block">
        <thead className="max-sm:sr-only">
          <tr className="border-y border-line bg-s2/60">
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} {...props} />
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {rows?.map((row) => (
            <tr
              key={rowKey(row)}
              className="border-b border-line last:border-0 hover:bg-s2/50 max-sm:block max-sm:py-2"
            >
              {columns.map((column) => (
                <Cell key={column.id} column={column} content={column.cell(row)} />
              ))}
            </tr>
          ))}
          {!rows && <WaitingRows columns={columns.length} />}
        </tbody>
      </table>
    </section>
  );
}

type CellProps = {
  column: { header: string; numeric?: boolean };
  content: ReactNode;
};

function Cell({ column: { header, numeric }, content }: CellProps) {
  return (
    <td
      data-label={header}
      className={cx(
        "px-4 py-3 sm:whitespace-nowrap sm:px-3 sm:first:ps-4 sm:last:pe-4",
        content === nothing
          ? "max-sm:hidden"
          : "max-sm:flex max-sm:min-h-9 max-sm:items-center max-sm:justify-between max-sm:gap-6 max-sm:py-1 max-sm:text-end",
        "max-sm:before:shrink-0 max-sm:before:text-caption max-sm:before:text-fg3 max-sm:before:content-[attr(data-label)]",
        numeric && "tnum text-end",
      )}
    >
      {content}
    </td>
  );
}

type HeaderCellProps<Row> = {
  column: Column<Row>;
  sort?: Sort | undefined;
  onSort?: (sort: Sort) => void;
};

function HeaderCell<Row>({ column, sort, onSort }: HeaderCellProps<Row>) {
  const { sortBy, header, numeric } = column;
  const direction = sortBy !== undefined && sort?.by === sortBy ? sort.direction : undefined;
  const Arrow = direction === "asc" ? ArrowUp : direction === "desc" ? ArrowDown : ArrowDownUp;
  return (
    <th
      scope="col"
      aria-sort={direction && (direction === "asc" ? "ascending" : "descending")}
      className={cx(
        "whitespace-nowrap px-3 text-caption font-semibold text-fg2 first:ps-4 last:pe-4",
        numeric ? "text-end" : "text-start",
      )}
    >
      {sortBy !== undefined && onSort ? (
        <button
          type="button"
          className="inline-flex h-11 items-center gap-1.5 hover:text-fg"
          onClick={() => onSort({ by: sortBy, direction: direction === "desc" ? "asc" : "desc" })}
        >
          {header}
          <Arrow size={13} aria-hidden className={direction ? "" : "opacity-40"} />
        </button>
      ) : (
        <span className="inline-flex h-11 items-center">{header}</span>
      )}
    </th>
  );
}

function WaitingRows({ columns }: { columns: number }) {
  return ["a", "b", "c", "d", "e"].map((key) => (
    <tr key={key} className="border-b border-line last:border-0 max-sm:block">
      <td colSpan={columns} className="px-4 py-3 max-sm:block">
        <Skeleton className="h-5 w-full" />
      </td>
    </tr>
  ));
}
