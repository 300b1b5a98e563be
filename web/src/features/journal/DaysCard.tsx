import { CalendarCheck } from "lucide-react";
import { paths } from "@/app/paths";
import { formatNumber } from "@/lib/format";
import { Card } from "@/ui/Card";
import type { Column } from "@/ui/DataTable";
import { ListTable } from "@/ui/ListTable";
import { EmptyState } from "@/ui/States";
import { useList } from "@/ui/useList";
import { days } from "./api";
import { t } from "./texts";
import type { Head } from "./verify";

/** The closed days as they are published, newest first. */
export function DaysCard() {
  const [list, page] = useList(paths.proof, (offset) => days(offset));
  return (
    <Card flush title={t("Closed days")}>
      <ListTable
        list={list}
        page={page}
        label={t("Closed days")}
        columns={columns()}
        rowKey={({ day }) => day}
        empty={
          <EmptyState title={t("No day is closed yet")} icon={<CalendarCheck aria-hidden />}>
            {t("The first one appears shortly after midnight (UTC).")}
          </EmptyState>
        }
      />
      {list.data && (
        <p className="border-t border-line px-4 py-3 text-caption text-fg3 lg:px-5">
          {t("The site signs with this key (Ed25519):")}{" "}
          <code className="break-all">{list.data.publicKey}</code>
        </p>
      )}
    </Card>
  );
}

const columns = (): Column<Head>[] => [
  {
    id: "day",
    header: t("Day (UTC)"),
    cell: ({ day }) => <span className="font-semibold">{day}</span>,
  },
  { id: "size", header: t("Entries"), numeric: true, cell: ({ size }) => formatNumber(size, 0) },
  { id: "root", header: t("Fingerprint of its entries"), cell: ({ root }) => <Hash text={root} /> },
  {
    id: "chain",
    header: t("Fingerprint of the chain"),
    cell: ({ chain }) => <Hash text={chain} />,
  },
];

/** The ends of a hash; the whole one by title, and when it is copied from the kept file. */
function Hash({ text }: { text: string }) {
  return (
    <code title={text} className="text-caption text-fg2">
      {text.slice(0, 10)}…{text.slice(-6)}
    </code>
  );
}
