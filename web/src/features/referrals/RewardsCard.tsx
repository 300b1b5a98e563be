import { Coins } from "lucide-react";
import { formatTokens } from "@/lib/format";
import { formatDate, formatDateTime } from "@/lib/time";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import type { Column } from "@/ui/DataTable";
import { ListTable } from "@/ui/ListTable";
import { EmptyState } from "@/ui/States";
import { useList } from "@/ui/useList";
import { pageSize, type Reward, rewards } from "./api";
import { referralPaths } from "./pages";
import { t } from "./texts";

/** My rewards, one a payment. What was paid for is the payer's own business. */
export function RewardsCard() {
  const [list, page] = useList(referralPaths.user, (offset) => rewards(offset), {
    limit: pageSize,
  });
  return (
    <Card flush title={t("Your rewards")}>
      <ListTable
        list={list}
        page={page}
        label={t("Your rewards")}
        columns={columns()}
        rowKey={({ _id }) => _id}
        empty={
          <EmptyState title={t("No rewards yet")} icon={<Coins aria-hidden />}>
            {t("As soon as somebody you brought spends or earns tokens, your part is listed here.")}
          </EmptyState>
        }
      />
    </Card>
  );
}

const columns = (): Column<Reward>[] => [
  { id: "date", header: t("Date"), cell: ({ createdAt }) => formatDateTime(createdAt) },
  {
    id: "from",
    header: t("From"),
    cell: ({ username }) => <span className="font-semibold">{username}</span>,
  },
  { id: "state", header: t("State"), cell: (reward) => <State {...reward} /> },
  {
    id: "token",
    header: t("Tokens"),
    numeric: true,
    cell: ({ token, returned }) => (
      <span className="font-bold">{formatTokens(token - returned)}</span>
    ),
  },
];

function State({ status, freeAt, returned }: Reward) {
  if (status === "returned") return <Badge tone="danger">{t("Taken back")}</Badge>;
  const part = returned > 0 && (
    <span className="text-fg3">{t("{tokens} taken back", { tokens: returned })}</span>
  );
  return (
    <span className="inline-flex flex-wrap items-center gap-2 max-sm:justify-end">
      {status === "held" ? (
        <Badge tone="gold">
          {freeAt ? t("On hold until {date}", { date: formatDate(freeAt) }) : t("On hold")}
        </Badge>
      ) : (
        <Badge tone="ok">{t("Yours")}</Badge>
      )}
      {part}
    </span>
  );
}
