import { useQuery } from "@tanstack/react-query";
import { CalendarCheck } from "lucide-react";
import { paths } from "@/app/paths";
import { formatNumber } from "@/lib/format";
import { offsetOf } from "@/lib/offset";
import { Card } from "@/ui/Card";
import { type Column, DataTable } from "@/ui/DataTable";
import { Pagination, rowsOf } from "@/ui/Pagination";
import { EmptyState } from "@/ui/States";
import { useSearch } from "@/ui/useAddress";
import { days, pageSize } from "./api";
import type { Head } from "./verify";

/** The closed days as they are published, newest first. */
export function DaysCard() {
  const [query, setQuery] = useSearch(paths.proof);
  const offset = offsetOf(query);
  const list = useQuery(days(offset));
  return (
    <Card flush title="Closed days">
      <DataTable
        label="Closed days"
        columns={columns}
        rows={rowsOf(list.data)}
        rowKey={({ day }) => day}
        error={list.error}
        onRetry={list.refetch}
        empty={
          <EmptyState title="No day is closed yet" icon={<CalendarCheck aria-hidden />}>
            The first one appears shortly after midnight (UTC).
          </EmptyState>
        }
      />
      <Pagination
        list={list}
        offset={offset}
        limit={pageSize}
        onMove={(next) => setQuery({ offset: next })}
      />
      {list.data && (
        <p className="border-t border-line px-4 py-3 text-caption text-fg3 lg:px-5">
          The site signs with this key (Ed25519):{" "}
          <code className="break-all">{list.data.publicKey}</code>
        </p>
      )}
    </Card>
  );
}

const columns: Column<Head>[] = [
  {
    id: "day",
    header: "Day (UTC)",
    cell: ({ day }) => <span className="font-semibold">{day}</span>,
  },
  { id: "size", header: "Entries", numeric: true, cell: ({ size }) => formatNumber(size, 0) },
  { id: "root", header: "Fingerprint of its entries", cell: ({ root }) => <Hash text={root} /> },
  { id: "chain", header: "Fingerprint of the chain", cell: ({ chain }) => <Hash text={chain} /> },
];

/** The ends of a hash; the whole one by title, and when it is copied from the kept file. */
function Hash({ text }: { text: string }) {
  return (
    <code title={text} className="text-caption text-fg2">
      {text.slice(0, 10)}…{text.slice(-6)}
    </code>
  );
}
