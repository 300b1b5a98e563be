import { useQuery } from "@tanstack/react-query";
import { HandCoins } from "lucide-react";
import { paths } from "@/app/paths";
import { formatNumber } from "@/lib/format";
import type { Range } from "@/lib/range";
import { formatDate } from "@/lib/time";
import { LinkButton } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { type Column, DataTable } from "@/ui/DataTable";
import { EmptyState } from "@/ui/States";
import { type Debt, debts, fileOf } from "./api";
import { CsvLink } from "./CsvLink";
import { PersonLink } from "./PersonLink";
import { t } from "./texts";

/** Who owes the site tokens, and for how long. */
export function DebtsCard({ range }: { range: Range }) {
  const { data, error, refetch } = useQuery(debts(range));
  return (
    <Card
      flush
      title={t("Owed to the site")}
      aside={
        <CsvLink href={fileOf("receivables/export", range)} label={t("CSV of what is owed")} />
      }
    >
      <DataTable
        label={t("Owed to the site")}
        columns={columns()}
        rows={data?.data}
        rowKey={({ person }) => person._id}
        error={error}
        onRetry={refetch}
        empty={
          <EmptyState title={t("Nobody owes anything")} icon={<HandCoins aria-hidden />}>
            {t("Who spent tokens whose payment was taken back later is listed here.")}
          </EmptyState>
        }
      />
    </Card>
  );
}

const columns = (): Column<Debt>[] => [
  { id: "who", header: t("Account"), cell: ({ person }) => <PersonLink person={person} /> },
  { id: "owed", header: t("Owes"), numeric: true, cell: ({ owed }) => <b>{formatNumber(owed)}</b> },
  { id: "since", header: t("Since"), cell: ({ since }) => formatDate(since) },
  {
    id: "age",
    header: t("Age"),
    numeric: true,
    cell: ({ days }) => t("{count, plural, one {# day} other {# days}}", { count: days }),
  },
  {
    id: "acts",
    header: "",
    numeric: true,
    cell: ({ person }) => (
      <LinkButton
        size="sm"
        variant="outline"
        href={paths.admin.receivables({ accountId: person._id })}
      >
        {t("Cases")}
      </LinkButton>
    ),
  },
];
