import { useQuery } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { paths } from "@/app/paths";
import { formatTokens } from "@/lib/format";
import { offsetOf } from "@/lib/offset";
import { formatDate } from "@/lib/time";
import { useLabels } from "@/settings/api";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { type Column, DataTable } from "@/ui/DataTable";
import { Pagination, rowsOf } from "@/ui/Pagination";
import { EmptyState } from "@/ui/States";
import { useSearch } from "@/ui/useAddress";
import { pageSize, type Referred, referredPeople } from "./api";

/** Those whom I brought. A member's name is masked: only its owner shows it. */
export function PeopleCard() {
  const [query, setQuery] = useSearch(paths.user.referral);
  const { model } = useLabels();
  const offset = offsetOf({ offset: query.people });
  const list = useQuery(referredPeople(offset));
  return (
    <Card flush title="Who registered with your link">
      <DataTable
        label="Who registered with your link"
        columns={columns(model)}
        rows={rowsOf(list.data)}
        rowKey={({ _id }) => _id}
        error={list.error}
        onRetry={list.refetch}
        empty={
          <EmptyState title="Nobody has come yet" icon={<UserPlus aria-hidden />}>
            Copy your link above and send it to people who would like it here. Whoever opens it and
            registers within 30 days is listed in this place.
          </EmptyState>
        }
      />
      <Pagination
        list={list}
        offset={offset}
        limit={pageSize}
        onMove={(next) => setQuery({ people: next })}
      />
    </Card>
  );
}

function columns(model: string): Column<Referred>[] {
  return [
    {
      id: "who",
      header: "Name",
      cell: ({ username, role }) => (
        <span className="inline-flex items-center gap-2">
          <span className="font-semibold">{username}</span>
          <Badge tone="neutral">{role === "performer" ? model : "Member"}</Badge>
        </span>
      ),
    },
    { id: "since", header: "Registered", cell: ({ createdAt }) => formatDate(createdAt) },
    {
      id: "until",
      header: "Rewards until",
      cell: ({ active, endsAt }) =>
        active ? formatDate(endsAt) : <Badge tone="neutral">Ended</Badge>,
    },
    {
      id: "earned",
      header: "Earned",
      numeric: true,
      cell: ({ earned }) => <span className="font-bold">{formatTokens(earned)}</span>,
    },
  ];
}
