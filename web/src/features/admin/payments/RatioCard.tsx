import { useQuery } from "@tanstack/react-query";
import { Gauge } from "lucide-react";
import { formatNumber } from "@/lib/format";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { type Column, DataTable } from "@/ui/DataTable";
import { EmptyState } from "@/ui/States";
import { type Ratio, ratios } from "./api";
import { t } from "./texts";

const levels = () =>
  ({
    normal: { tone: "ok", word: t("Normal") },
    warning: { tone: "gold", word: t("Warning") },
    alarm: { tone: "danger", word: t("Alarm") },
  }) as const;

/** The share of disputed sales, which card networks watch. */
export function RatioCard() {
  const { data, error, refetch } = useQuery(ratios());
  const rows = data?.data.filter(({ sales, disputes, frauds }) => sales + disputes + frauds > 0);
  return (
    <Card flush title={t("Disputes and sales")} className="mb-5">
      <p className="px-4 pt-1 pb-3 text-label text-fg2 lg:px-5">
        {t(
          "Disputes and banks' reports of fraud of a month, for each hundred payments of that month; a payment that is both counts twice. Card networks warn from 0.75 % on; from 1.50 % on they fine, and then end the account. The operator gets a mail at both.",
        )}
      </p>
      <DataTable
        label={t("Disputes and sales")}
        columns={columns()}
        rows={rows}
        rowKey={({ month, gateway }) => `${month} ${gateway ?? ""}`}
        error={error}
        onRetry={refetch}
        empty={
          <EmptyState title={t("Nothing was sold")} icon={<Gauge aria-hidden />}>
            {t("This month and the one before it will be listed here, by gateway.")}
          </EmptyState>
        }
      />
    </Card>
  );
}

const columns = (): Column<Ratio>[] => [
  { id: "month", header: t("Month"), cell: ({ month }) => month },
  {
    id: "gateway",
    header: t("Gateway"),
    cell: ({ gateway }) => gateway ?? <b>{t("All together")}</b>,
  },
  {
    id: "sales",
    header: t("Payments"),
    numeric: true,
    cell: ({ sales }) => formatNumber(sales, 0),
  },
  {
    id: "disputes",
    header: t("Disputes"),
    numeric: true,
    cell: ({ disputes }) => formatNumber(disputes, 0),
  },
  {
    id: "frauds",
    header: t("Reported as fraud"),
    numeric: true,
    cell: ({ frauds }) => formatNumber(frauds, 0),
  },
  {
    id: "ratio",
    header: t("Ratio"),
    numeric: true,
    cell: ({ ratio }) => `${formatNumber(Number(ratio))} %`,
  },
  {
    id: "level",
    header: t("Level"),
    cell: ({ level }) => <Badge tone={levels()[level].tone}>{levels()[level].word}</Badge>,
  },
];
