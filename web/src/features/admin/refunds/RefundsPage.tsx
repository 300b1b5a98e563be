import { Undo2, X } from "lucide-react";
import { paths } from "@/app/paths";
import { formatTokens } from "@/lib/format";
import { formatDateTime } from "@/lib/time";
import { incomeOptions, kindName } from "@/money/kinds";
import { StatusBadge } from "@/money/refunds/StatusBadge";
import { isStatus, reasonName, statuses } from "@/money/refunds/words";
import { useTitle } from "@/settings/useTitle";
import { Button, LinkButton } from "@/ui/Button";
import type { Column } from "@/ui/DataTable";
import { Select } from "@/ui/Field";
import { Link } from "@/ui/Link";
import { ListPage } from "@/ui/ListPage";
import { EmptyState } from "@/ui/States";
import { useFilters, useList } from "@/ui/useList";
import { type AdminRefundRequest, requests } from "./api";
import { t } from "./texts";

/** /admin/refunds: what members ask to have back. */
export default function RefundsPage() {
  useTitle(t("Refund requests"));
  const [query, choose] = useFilters(paths.admin.refunds);
  const { type = "", memberId = "", performerId = "" } = query;
  const status = isStatus(query.status) ? query.status : undefined;
  const [list, page] = useList(paths.admin.refunds, (offset) =>
    requests({ status, type, memberId, performerId, offset }),
  );
  const isFiltered = Boolean(status || type || memberId || performerId);
  return (
    <ListPage
      title={t("Refund requests")}
      lead={t(
        "Members ask once about a payment, and once more if they lose what they paid for later. What you decide is final, and they read your note.",
      )}
      filters={
        <div className="grid grid-cols-2 items-end gap-3 px-4 pt-4 pb-3 sm:grid-cols-[200px_200px_auto]">
          <Select
            label={t("Status")}
            placeholder={t("All")}
            options={statuses()}
            value={status ?? ""}
            onChange={({ target }) => choose({ status: target.value })}
          />
          <Select
            label={t("Payment")}
            placeholder={t("All")}
            options={incomeOptions()}
            value={type}
            onChange={({ target }) => choose({ type: target.value })}
          />
          {(memberId || performerId) && (
            <Button
              variant="soft"
              className="justify-self-start"
              onClick={() => choose({ memberId: "", performerId: "" })}
            >
              <X size={16} aria-hidden />
              {t("Everybody")}
            </Button>
          )}
        </div>
      }
      list={list}
      page={page}
      columns={columns(choose)}
      rowKey={({ _id }) => _id}
      empty={
        <EmptyState
          title={isFiltered ? t("No request matches") : t("Nobody has asked yet")}
          icon={<Undo2 aria-hidden />}
        >
          {isFiltered
            ? t("Try another status or payment.")
            : t("When a member asks for a refund, the request waits here for you.")}
        </EmptyState>
      }
    />
  );
}

function columns(choose: (changes: Record<string, string>) => void): Column<AdminRefundRequest>[] {
  return [
    {
      id: "when",
      header: t("Asked"),
      cell: ({ _id, createdAt }) => (
        <Link href={paths.admin.refund(_id)} className="font-semibold hover:underline">
          {formatDateTime(createdAt)}
        </Link>
      ),
    },
    {
      id: "who",
      header: t("Member"),
      cell: ({ userInfo }) => (
        <Person name={userInfo.username} onChoose={() => choose({ memberId: userInfo._id })} />
      ),
    },
    {
      id: "performer",
      header: t("Paid to"),
      cell: ({ performerInfo: { _id, username } }) => (
        <Person name={username} onChoose={() => choose({ performerId: _id })} />
      ),
    },
    { id: "what", header: t("Payment"), cell: ({ type }) => kindName(type) },
    { id: "reason", header: t("Reason"), cell: ({ reason }) => reasonName(reason) },
    { id: "paid", header: t("Paid"), numeric: true, cell: ({ token }) => formatTokens(token) },
    {
      id: "refunded",
      header: t("Refunded"),
      numeric: true,
      cell: ({ refunded }) => (refunded > 0 ? <b>{formatTokens(refunded)}</b> : "–"),
    },
    { id: "status", header: t("Status"), cell: (row) => <StatusBadge request={row} /> },
    {
      id: "acts",
      header: t("Actions"),
      cell: ({ _id, status, userInfo }) => (
        <LinkButton
          size="sm"
          variant={status === "pending" ? "brand" : "outline"}
          href={paths.admin.refund(_id)}
          aria-label={
            status === "pending"
              ? t("Decide the request of {username}", userInfo)
              : t("Look at the request of {username}", userInfo)
          }
        >
          {status === "pending" ? t("Decide") : t("Look")}
        </LinkButton>
      ),
    },
  ];
}

function Person({ name, onChoose }: { name: string; onChoose: () => void }) {
  return (
    <button
      type="button"
      className="min-h-6 font-semibold hover:underline"
      title={t("All requests of {name}", { name })}
      onClick={onChoose}
    >
      {name}
    </button>
  );
}
