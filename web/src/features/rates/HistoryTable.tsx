import { History } from "lucide-react";
import { paths } from "@/app/paths";
import { formatNumber } from "@/lib/format";
import { formatDateTime } from "@/lib/time";
import { kindName } from "@/money/kinds";
import { useLabels } from "@/settings/api";
import { Card } from "@/ui/Card";
import type { Column } from "@/ui/DataTable";
import { ListTable } from "@/ui/ListTable";
import { EmptyState } from "@/ui/States";
import { useList } from "@/ui/useList";
import { type Change, history, type Looker } from "./api";

type HistoryTableProps = {
  who: Looker;
  /** For an admin: what concerns this account only. */
  account?: string;
};

/** Every change of a rate, newest first. */
export function HistoryTable({ who, account = "" }: HistoryTableProps) {
  const { models } = useLabels();
  const [list, page] = useList(paths.admin.commissions, (offset) => history(who, account, offset), {
    at: "changes",
  });
  const columns = who === "admin" ? [...common(models), reason] : common(models);
  return (
    <Card flush title="Changes">
      <ListTable
        list={list}
        page={page}
        label="Changes of rates"
        columns={columns}
        rowKey={keyOf}
        empty={
          <EmptyState title="No rate has changed" icon={<History aria-hidden />}>
            Every change is listed here, with its time. It holds from then on only.
          </EmptyState>
        }
      />
    </Card>
  );
}

function keyOf({ createdAt, level, kind, account, before, after }: Change): string {
  return [createdAt, level, kind, account?._id, before, after].join(" ");
}

function common(models: string): Column<Change>[] {
  return [
    { id: "since", header: "From", cell: ({ createdAt }) => formatDateTime(createdAt) },
    { id: "whose", header: "Rate", cell: (change) => whose(change, models) },
    { id: "kind", header: "Income", cell: ({ kind }) => kindName(kind) },
    {
      id: "change",
      header: "Change",
      numeric: true,
      cell: ({ before, after }) => (
        <span>
          <span className="text-fg3">{percent(before)} →</span> <strong>{percent(after)}</strong>
        </span>
      ),
    },
    { id: "by", header: "By", cell: ({ by }) => by || "The site" },
  ];
}

const reason: Column<Change> = {
  id: "reason",
  header: "Reason",
  cell: (change) => <span className="whitespace-normal">{change.reason || "–"}</span>,
};

function whose({ level, account }: Change, models: string): string {
  const name = account?.username ?? "";
  switch (level) {
    case "default":
      return "Site keeps, of everybody";
    case "studio":
      return `Site keeps, of ${name}'s ${models.toLowerCase()}`;
    case "performer":
      return `Site keeps, of ${name}`;
    case "share":
      return name
        ? `${name} gets of the studio's income`
        : `New ${models.toLowerCase()} get of the studio's income`;
  }
}

function percent(rate: number | undefined): string {
  return rate === undefined ? "default" : `${formatNumber(rate)} %`;
}
