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
      <Card flush title="Your rates now">
        {data?.offer && (
          <p className="px-4 pb-3 text-body lg:px-5">
            {data.studio?.username} offers you other shares.{" "}
            <Link href={paths.performer.accountSettings()} className="font-semibold underline">
              Read the offer and answer
            </Link>
          </p>
        )}
        <DataTable
          label="Your rates now"
          columns={
            data?.studio ? [kind, site, member(data.studio.username), part] : [kind, site, part]
          }
          rows={rows}
          rowKey={({ id }) => id}
          error={rates.error}
          onRetry={rates.refetch}
        />
        <p className="px-4 py-3 text-caption text-fg3 lg:px-5">
          What you have earned keeps the rates of its moment. Remainders of a hundredth of a token
          are yours.
        </p>
      </Card>
      <HistoryTable who="performer" />
    </div>
  );
}

function rowOf(id: string, label: string, kept: number, share: number): Row {
  return { id, label, site: kept, member: share };
}

const kind: Column<Row> = { id: "kind", header: "Income", cell: ({ label }) => label };

const site: Column<Row> = {
  id: "site",
  header: "Site keeps",
  numeric: true,
  cell: (row) => `Site keeps ${formatNumber(row.site)} %`,
};

function member(studio: string): Column<Row> {
  return {
    id: "member",
    header: `Of ${studio}'s income`,
    numeric: true,
    cell: (row) => `You get ${formatNumber(row.member)} %`,
  };
}

const part: Column<Row> = {
  id: "part",
  header: "Of 100 tokens you get",
  numeric: true,
  cell: (row) => <strong>{formatNumber(netOf(row))}</strong>,
};

/** The performer's part of 100.00 tokens, in whole hundredths: what the others get is rounded down. */
function netOf({ site: kept, member: share }: Row): number {
  const units = 10_000;
  const points = (percent: number) => Math.round(percent * 100);
  const fee = Math.floor((units * points(kept)) / 10_000);
  const studio = Math.floor(((units - fee) * (10_000 - points(share))) / 10_000);
  return (units - fee - studio) / 100;
}
