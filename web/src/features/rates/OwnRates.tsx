import { useQuery, useQueryClient } from "@tanstack/react-query";
import { paths } from "@/app/paths";
import { formatNumber } from "@/lib/format";
import { incomes } from "@/money/kinds";
import { useSocketEvent } from "@/realtime/useSocketEvent";
import { Card } from "@/ui/Card";
import { type Column, DataTable } from "@/ui/DataTable";
import { Link } from "@/ui/Link";
import { ownRates } from "./api";
import { HistoryTable } from "./HistoryTable";
import { t } from "./texts";

type Row = { id: string; label: string; site: number; member: number };

/** How my income is shared now, and every change of it. */
export function OwnRates() {
  const rates = useQuery(ownRates());
  const queries = useQueryClient();
  useSocketEvent("commission/changed", () => {
    queries.invalidateQueries({ queryKey: ["commissions"] });
  });
  const { data } = rates;
  const rows =
    data && incomes.map(({ id, many: label }) => rowOf(id, label, data.site[id], data.rates[id]));
  return (
    <div className="grid gap-5">
      <Card flush title={t("Your rates now")}>
        {data?.offer && data.studio && (
          <p className="px-4 pb-3 text-body lg:px-5">
            {t("{studio} offers you other shares.", { studio: data.studio.username })}{" "}
            <Link href={paths.performer.accountSettings()} className="font-semibold underline">
              {t("Read the offer and answer")}
            </Link>
          </p>
        )}
        <DataTable
          label={t("Your rates now")}
          columns={
            data?.studio
              ? [kind(), site(), member(data.studio.username), part()]
              : [kind(), site(), part()]
          }
          rows={rows}
          rowKey={({ id }) => id}
          error={rates.error}
          onRetry={rates.refetch}
        />
        <p className="px-4 py-3 text-caption text-fg3 lg:px-5">
          {t(
            "What you have earned keeps the rates of its moment. Remainders of a hundredth of a token are yours.",
          )}
        </p>
      </Card>
      <HistoryTable who="performer" />
    </div>
  );
}

function rowOf(id: string, label: string, kept: number, share: number): Row {
  return { id, label, site: kept, member: share };
}

const kind = (): Column<Row> => ({ id: "kind", header: t("Income"), cell: ({ label }) => label });

const site = (): Column<Row> => ({
  id: "site",
  header: t("Site keeps"),
  numeric: true,
  cell: (row) => t("Site keeps {percent} %", { percent: formatNumber(row.site) }),
});

function member(studio: string): Column<Row> {
  return {
    id: "member",
    header: t("Of {studio}'s income", { studio }),
    numeric: true,
    cell: (row) => t("You get {percent} %", { percent: formatNumber(row.member) }),
  };
}

const part = (): Column<Row> => ({
  id: "part",
  header: t("Of 100 tokens you get"),
  numeric: true,
  cell: (row) => <strong>{formatNumber(netOf(row))}</strong>,
});

/** The performer's part of 100.00 tokens, in whole hundredths: what the others get is rounded down. */
function netOf({ site: kept, member: share }: Row): number {
  const units = 10_000;
  const points = (percent: number) => Math.round(percent * 100);
  const fee = Math.floor((units * points(kept)) / 10_000);
  const studio = Math.floor(((units - fee) * (10_000 - points(share))) / 10_000);
  return (units - fee - studio) / 100;
}
