import { IdCard } from "lucide-react";
import { paths } from "@/app/paths";
import { formatAgo, formatDateTime } from "@/lib/time";
import { useLabels } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { Avatar } from "@/ui/Avatar";
import { Badge } from "@/ui/Badge";
import { LinkButton } from "@/ui/Button";
import { Card, PageHeader } from "@/ui/Card";
import type { Column } from "@/ui/DataTable";
import { ListTable } from "@/ui/ListTable";
import { EmptyState } from "@/ui/States";
import { Tabs } from "@/ui/Tabs";
import { useFilters, useList } from "@/ui/useList";
import { type Check, type CheckState, queue } from "./api";
import { t } from "./texts";
import { isState, states } from "./words";

const tabs = (): { id: CheckState; label: string }[] => [
  { id: "submitted", label: t("Waiting") },
  { id: "verified", label: t("Verified") },
  { id: "rejected", label: t("Rejected") },
];

/** /admin/identity-checks: who handed in papers, the longest waiting first. */
export default function IdentityChecksPage() {
  useTitle(t("Identity checks"));
  const [query, choose] = useFilters(paths.admin.identityChecks);
  const state = isState(query.state) ? query.state : "submitted";
  const [checks, page] = useList(paths.admin.identityChecks, (offset) => queue(state, offset));
  return (
    <>
      <PageHeader title={t("Identity checks")}>
        {t("Look at the documents, compare them with the registration, decide.")}
      </PageHeader>
      <Tabs
        label={t("State")}
        tabs={tabs()}
        selected={state}
        onSelect={(id) => choose({ state: id })}
      >
        <Card flush>
          <ListTable
            list={checks}
            page={page}
            label={t("Identity checks")}
            columns={useColumns(state)}
            rowKey={(row) => row._id}
            empty={<Nothing state={state} />}
          />
        </Card>
      </Tabs>
    </>
  );
}

function useColumns(state: CheckState): Column<Check>[] {
  const { model } = useLabels();
  const now = Date.now();
  return [
    { id: "who", header: t("Account"), cell: (row) => <Who check={row} /> },
    {
      id: "role",
      header: t("Role"),
      cell: (row) => (row.role === "performer" ? model : t("Studio")),
    },
    {
      id: "submitted",
      header: t("Handed in"),
      cell: (row) => (
        <time dateTime={row.submittedAt} title={formatDateTime(row.submittedAt)}>
          {formatAgo(row.submittedAt, now)}
        </time>
      ),
    },
    {
      id: "state",
      header: t("State"),
      cell: (row) => <Badge tone={states()[row.state].tone}>{states()[row.state].label}</Badge>,
    },
    {
      id: "open",
      header: "",
      numeric: true,
      cell: (row) => (
        <LinkButton
          size="sm"
          variant={state === "submitted" ? "brand" : "outline"}
          href={paths.admin.identityCheck(row._id)}
          aria-label={
            state === "submitted"
              ? t("Check {username}", row.account)
              : t("Show {username}", row.account)
          }
        >
          {state === "submitted" ? t("Check") : t("Show")}
        </LinkButton>
      ),
    },
  ];
}

function Who({ check: { account } }: { check: Check }) {
  return (
    <span className="flex items-center gap-3">
      <Avatar src={account.avatar} size={36} />
      <span className="min-w-0 text-start">
        <span className="block font-semibold">{account.name || account.username}</span>
        <span className="block text-caption text-fg3">@{account.username}</span>
      </span>
    </span>
  );
}

function Nothing({ state }: { state: CheckState }) {
  if (state === "submitted") {
    return (
      <EmptyState title={t("Nobody is waiting")} icon={<IdCard aria-hidden />}>
        {t("New papers appear here as soon as somebody hands them in.")}
      </EmptyState>
    );
  }
  return (
    <EmptyState title={state === "verified" ? t("None verified yet") : t("None rejected yet")} />
  );
}
