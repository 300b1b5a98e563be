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
import { t } from "./texts";

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
  const columns = who === "admin" ? [...common(models), reason()] : common(models);
  return (
    <Card flush title={t("Changes")}>
      <ListTable
        list={list}
        page={page}
        label={t("Changes of rates")}
        columns={columns}
        rowKey={keyOf}
        empty={
          <EmptyState title={t("No rate has changed")} icon={<History aria-hidden />}>
            {t("Every change is listed here, with its time. It holds from then on only.")}
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
    { id: "since", header: t("From"), cell: ({ createdAt }) => formatDateTime(createdAt) },
    { id: "whose", header: t("Rate"), cell: (change) => whose(change, models) },
    { id: "kind", header: t("Income"), cell: ({ kind }) => kindName(kind) },
    {
      id: "change",
      header: t("Change"),
      numeric: true,
      cell: ({ before, after }) => (
        <span>
          <span className="text-fg3">{percent(before)} →</span> <strong>{percent(after)}</strong>
        </span>
      ),
    },
    { id: "by", header: t("By"), cell: ({ by }) => by || t("The site") },
  ];
}

const reason = (): Column<Change> => ({
  id: "reason",
  header: t("Reason"),
  cell: (change) => <span className="whitespace-normal">{change.reason || "–"}</span>,
});

function whose({ level, account }: Change, models: string): string {
  const name = account?.username ?? "";
  switch (level) {
    case "default":
      return t("Site keeps, of everybody");
    case "studio":
      return t("Site keeps, of {name}'s {models}", { name, models: models.toLowerCase() });
    case "performer":
      return t("Site keeps, of {name}", { name });
    case "share":
      return name
        ? t("{name} gets of the studio's income", { name })
        : t("New {models} get of the studio's income", { models: models.toLowerCase() });
  }
}

function percent(rate: number | undefined): string {
  return rate === undefined ? t("default") : `${formatNumber(rate)} %`;
}
