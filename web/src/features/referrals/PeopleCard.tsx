import { UserPlus } from "lucide-react";
import { formatTokens } from "@/lib/format";
import { formatDate } from "@/lib/time";
import { useLabels } from "@/settings/api";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import type { Column } from "@/ui/DataTable";
import { ListTable } from "@/ui/ListTable";
import { EmptyState } from "@/ui/States";
import { useList } from "@/ui/useList";
import { pageSize, type Referred, referredPeople } from "./api";
import { referralPaths } from "./pages";
import { t } from "./texts";

/** Those whom I brought. A member's name is masked: only its owner shows it. */
export function PeopleCard() {
  const { model } = useLabels();
  const [list, page] = useList(referralPaths.user, (offset) => referredPeople(offset), {
    at: "people",
    limit: pageSize,
  });
  return (
    <Card flush title={t("Who registered with your link")}>
      <ListTable
        list={list}
        page={page}
        label={t("Who registered with your link")}
        columns={columns(model)}
        rowKey={({ _id }) => _id}
        empty={
          <EmptyState title={t("Nobody has come yet")} icon={<UserPlus aria-hidden />}>
            {t(
              "Copy your link above and send it to people who would like it here. Whoever opens it and registers within 30 days is listed in this place.",
            )}
          </EmptyState>
        }
      />
    </Card>
  );
}

function columns(model: string): Column<Referred>[] {
  return [
    {
      id: "who",
      header: t("Name"),
      cell: ({ username, role }) => (
        <span className="inline-flex items-center gap-2">
          <span className="font-semibold">{username}</span>
          <Badge tone="neutral">{role === "performer" ? model : t("Member")}</Badge>
        </span>
      ),
    },
    { id: "since", header: t("Registered"), cell: ({ createdAt }) => formatDate(createdAt) },
    {
      id: "until",
      header: t("Rewards until"),
      cell: ({ active, endsAt }) =>
        active ? formatDate(endsAt) : <Badge tone="neutral">{t("Ended")}</Badge>,
    },
    {
      id: "earned",
      header: t("Earned"),
      numeric: true,
      cell: ({ earned }) => <span className="font-bold">{formatTokens(earned)}</span>,
    },
  ];
}
