import { useQuery } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { useState } from "react";
import { paths } from "@/app/paths";
import { formatTokens } from "@/lib/format";
import { formatDateTime } from "@/lib/time";
import { kindName } from "@/money/kinds";
import { AskButton } from "@/money/refunds/AskButton";
import { myRequests, refundable } from "@/money/refunds/api";
import { StatusBadge } from "@/money/refunds/StatusBadge";
import type { RefundablePayment, RefundRequest } from "@/money/refunds/types";
import { isStatus, reasonName, statuses } from "@/money/refunds/words";
import { useTitle } from "@/settings/useTitle";
import { Button, LinkButton } from "@/ui/Button";
import { Card, PageHeader } from "@/ui/Card";
import { type Column, DataTable } from "@/ui/DataTable";
import { Dialog } from "@/ui/Dialog";
import { Select } from "@/ui/Field";
import { ListTable } from "@/ui/ListTable";
import { EmptyState } from "@/ui/States";
import { useFilters, useList } from "@/ui/useList";
import { t } from "./texts";

/** /account/user/refund-requests: what I asked to have back and what was answered, and what I may ask about. */
export default function RefundRequestsPage() {
  useTitle(t("Refund requests"));
  return (
    <>
      <PageHeader title={t("Refund requests")}>
        {t(
          "You can ask once about a payment: within 48 hours, about a product within 14 days of its arrival. We answer by mail.",
        )}
      </PageHeader>
      <div className="grid gap-5">
        <Mine />
        <Payments />
      </div>
    </>
  );
}

function Mine() {
  const [query, choose] = useFilters(paths.user.refundRequests);
  const status = isStatus(query.status) ? query.status : undefined;
  const [list, page] = useList(paths.user.refundRequests, (offset) => myRequests(status, offset));
  const [looked, setLooked] = useState<RefundRequest>();
  return (
    <Card flush title={t("Your requests")}>
      <div className="grid grid-cols-2 gap-3 px-4 pb-3 sm:grid-cols-4 lg:px-5">
        <Select
          label={t("Status")}
          placeholder={t("All")}
          options={statuses()}
          value={query.status ?? ""}
          onChange={({ target }) => choose({ status: target.value })}
        />
      </div>
      <ListTable
        list={list}
        page={page}
        label={t("Your requests")}
        columns={columns(setLooked)}
        rowKey={({ _id }) => _id}
        empty={
          status ? (
            <EmptyState title={t("No request has this status")} />
          ) : (
            <EmptyState title={t("You have not asked for a refund")} icon={<Undo2 aria-hidden />}>
              {t(
                "Was a tip a mistake, or a show not what it should have been? Ask below, from your payment token history, or from the show's receipt.",
              )}
            </EmptyState>
          )
        }
      />
      {looked && <Answer request={looked} onClose={() => setLooked(undefined)} />}
    </Card>
  );
}

function columns(onLook: (request: RefundRequest) => void): Column<RefundRequest>[] {
  return [
    { id: "when", header: t("Asked"), cell: ({ createdAt }) => formatDateTime(createdAt) },
    { id: "what", header: t("Payment"), cell: (row) => <What {...row} /> },
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
      header: t("Answer"),
      cell: (row) => (
        <Button
          size="sm"
          variant="outline"
          aria-label={
            row.status === "pending"
              ? t("Look at the request about {username}", row.performerInfo)
              : t("Read the request about {username}", row.performerInfo)
          }
          onClick={() => onLook(row)}
        >
          {row.status === "pending" ? t("Look") : t("Read")}
        </Button>
      ),
    },
  ];
}

function What({
  type,
  performerInfo,
  label,
}: Pick<RefundablePayment, "type" | "performerInfo" | "label">) {
  return (
    <span className="min-w-0">
      {kindName(type)}, <b>{performerInfo.username}</b>
      {label && <span className="block text-caption text-fg3">{label}</span>}
    </span>
  );
}

function Answer({ request, onClose }: { request: RefundRequest; onClose: () => void }) {
  const { performerInfo, type, paidAt, token, refunded, reason, text, note, decidedAt } = request;
  return (
    <Dialog open onClose={onClose} title={t("Refund request")}>
      <dl className="mt-2 grid gap-4 text-label">
        <Line name={t("Payment")}>
          {t("{kind} with {username}, {count, plural, one {# token} other {# tokens}}, {when}", {
            kind: kindName(type),
            username: performerInfo.username,
            count: token,
            when: formatDateTime(paidAt),
          })}
        </Line>
        <div>
          <dt className="text-caption text-fg3">{t("Status")}</dt>
          <dd className="mt-1 flex flex-wrap items-center gap-2">
            <StatusBadge request={request} />
            {refunded > 0 &&
              t("{count, plural, one {# token} other {# tokens}} came back to you.", {
                count: refunded,
              })}
          </dd>
        </div>
        <Line name={t("Reason")}>{reasonName(reason)}</Line>
        <Line name={t("What you wrote")}>{text}</Line>
        {note && (
          <Line
            name={
              decidedAt
                ? t("Our answer, {when}", { when: formatDateTime(decidedAt) })
                : t("Our answer")
            }
          >
            {note}
          </Line>
        )}
        {!note && (
          <p className="text-fg2">{t("We have not decided yet. You get a mail when we have.")}</p>
        )}
      </dl>
    </Dialog>
  );
}

function Line({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt className="text-caption text-fg3">{name}</dt>
      <dd className="mt-0.5 whitespace-pre-line [overflow-wrap:anywhere]">{children}</dd>
    </div>
  );
}

/** What may still be asked about. */
function Payments() {
  const list = useQuery(refundable());
  return (
    <Card flush title={t("What you can ask about")}>
      <DataTable
        label={t("What you can ask about")}
        columns={paymentColumns()}
        rows={list.data?.data}
        rowKey={({ type, sourceId }) => `${type} ${sourceId}`}
        error={list.error}
        onRetry={list.refetch}
        empty={
          <EmptyState
            title={t("Nothing at the moment")}
            action={
              <LinkButton href={paths.user.paymentTokenHistory()} variant="outline">
                {t("Payment token history")}
              </LinkButton>
            }
          >
            {t(
              "Tips, shows and purchases of the last 48 hours are listed here, and spins that nobody has performed for a day.",
            )}
          </EmptyState>
        }
      />
    </Card>
  );
}

const paymentColumns = (): Column<RefundablePayment>[] => [
  { id: "when", header: t("Paid"), cell: ({ paidAt }) => formatDateTime(paidAt) },
  { id: "what", header: t("Payment"), cell: (row) => <What {...row} /> },
  {
    id: "tokens",
    header: t("Tokens"),
    numeric: true,
    cell: ({ refundable }) => <b>{formatTokens(refundable)}</b>,
  },
  { id: "until", header: t("Until"), cell: ({ until }) => formatDateTime(until) },
  { id: "acts", header: "", cell: (row) => <AskButton payment={row} isSmall /> },
];
