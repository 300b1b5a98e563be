import { paths } from "@/app/paths";
import { formatNumber } from "@/lib/format";
import { useLabels } from "@/settings/api";
import { Card } from "@/ui/Card";
import type { Column } from "@/ui/DataTable";
import { ListTable } from "@/ui/ListTable";
import { EmptyState } from "@/ui/States";
import { useList } from "@/ui/useList";
import { type Choice, type PerformerSum, performerEarnings } from "./api";
import { PersonButton } from "./PersonButton";
import { t } from "./texts";

/** A studio's income by performer, the most first. */
export function PerformersTable({ choice }: { choice: Choice }) {
  const { model } = useLabels();
  const [list, page] = useList(
    paths.studio.earning,
    (offset) => performerEarnings(choice, offset),
    { at: "models" },
  );
  return (
    <Card flush title={t("By {model}", { model: model.toLowerCase() })}>
      <ListTable
        list={list}
        page={page}
        label={t("By {model}", { model: model.toLowerCase() })}
        columns={columns(model)}
        rowKey={({ performerInfo }) => performerInfo._id}
        empty={<EmptyState title={t("Nothing earned in this time")} />}
      />
    </Card>
  );
}

function columns(model: string): Column<PerformerSum>[] {
  return [
    {
      id: "who",
      header: model,
      cell: ({ performerInfo }) => <PersonButton person={performerInfo} source="performer" />,
    },
    {
      id: "count",
      header: t("Incomes"),
      numeric: true,
      cell: ({ count }) => formatNumber(count, 0),
    },
    {
      id: "gross",
      header: t("Gross"),
      numeric: true,
      cell: ({ totalGross }) => formatNumber(totalGross),
    },
    {
      id: "site",
      header: t("Site"),
      numeric: true,
      cell: ({ totalSiteFee }) => <span className="text-fg3">{formatNumber(totalSiteFee)}</span>,
    },
    {
      id: "hers",
      header: t("{model} net", { model }),
      numeric: true,
      cell: ({ totalPerformerNet }) => formatNumber(totalPerformerNet),
    },
    {
      id: "net",
      header: t("Studio net"),
      numeric: true,
      cell: ({ totalNet }) => <span className="font-bold">{formatNumber(totalNet)}</span>,
    },
  ];
}
