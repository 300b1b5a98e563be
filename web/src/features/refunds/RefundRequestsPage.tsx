import { useQuery } from "@tanstack/react-query";
import { Undo2 } from "lucide-react";
import { useState } from "react";
import { paths } from "@/app/paths";
import { countOf, formatTokens } from "@/lib/format";
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

/** /account/user/refund-requests: what I asked to have back and what was answered, and what I may ask about. */
export default function RefundRequestsPage() {
  useTitle("Refund requests");
  return (
    <>
      <PageHeader title="Refund requests">
        You can ask once about a payment: within 48 hours, about a product within 14 days of its
        arrival. We answer by mail.
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
    <Card flush title="Your requests">
      <div className="grid grid-cols-2 gap-3 px-4 pb-3 sm:grid-cols-4 lg:px-5">
        <Select
          label="Status"
          placeholder="All"
          options={statuses}
          value={query.status ?? ""}
          onChange={({ target }) => choose({ status: target.value })}
        />
      </div>
      <ListTable
        list={list}
        page={page}
        label="Your requests"
        columns={columns(setLooked)}
        rowKey={({ _id }) => _id}
        empty={
          status ? (
            <EmptyState title="No request has this status" />
          ) : (
            <EmptyState title="You have not asked for a refund" icon={<Undo2 aria-hidden />}>
              Was a tip a mistake, or a show not what it should have been? Ask below, from your
              payment token history, or from the show's receipt.
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
    { id: "when", header: "Asked", cell: ({ createdAt }) => formatDateTime(createdAt) },
    { id: "what", header: "Payment", cell: (row) => <What {...row} /> },
    { id: "paid", header: "Paid", numeric: true, cell: ({ token }) => formatTokens(token) },
    {
      id: "refunded",
      header: "Refunded",
      numeric: true,
      cell: ({ refunded }) => (refunded > 0 ? <b>{formatTokens(refunded)}</b> : "–"),
    },
    { id: "status", header: "Status", cell: (row) => <StatusBadge request={row} /> },
    {
      id: "acts",
      header: "Answer",
      cell: (row) => (
        <Button
          size="sm"
          variant="outline"
          aria-label={`${row.status === "pending" ? "Look at" : "Read"} the request about ${row.performerInfo.username}`}
          onClick={() => onLook(row)}
        >
          {row.status === "pending" ? "Look" : "Read"}
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
    <Dialog open onClose={onClose} title="Refund request">
      <dl className="mt-2 grid gap-4 text-label">
        <Line name="Payment">
          {`${kindName(type)} with ${performerInfo.username}, ${countOf(token, "token")}, ${formatDateTime(paidAt)}`}
        </Line>
        <div>
          <dt className="text-caption text-fg3">Status</dt>
          <dd className="mt-1 flex flex-wrap items-center gap-2">
            <StatusBadge request={request} />
            {refunded > 0 && `${countOf(refunded, "token")} came back to you.`}
          </dd>
        </div>
        <Line name="Reason">{reasonName(reason)}</Line>
        <Line name="What you wrote">{text}</Line>
        {note && (
          <Line name={`Our answer${decidedAt ? `, ${formatDateTime(decidedAt)}` : ""}`}>
            {note}
          </Line>
        )}
        {!note && <p className="text-fg2">We have not decided yet. You get a mail when we have.</p>}
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
    <Card flush title="What you can ask about">
      <DataTable
        label="What you can ask about"
        columns={paymentColumns}
        rows={list.data?.data}
        rowKey={({ type, sourceId }) => `${type} ${sourceId}`}
        error={list.error}
        onRetry={list.refetch}
        empty={
          <EmptyState
            title="Nothing at the moment"
            action={
              <LinkButton href={paths.user.paymentTokenHistory()} variant="outline">
                Payment token history
              </LinkButton>
            }
          >
            Tips, shows and purchases of the last 48 hours are listed here, and spins that nobody
            has performed for a day.
          </EmptyState>
        }
      />
    </Card>
  );
}

const paymentColumns: Column<RefundablePayment>[] = [
  { id: "when", header: "Paid", cell: ({ paidAt }) => formatDateTime(paidAt) },
  { id: "what", header: "Payment", cell: (row) => <What {...row} /> },
  {
    id: "tokens",
    header: "Tokens",
    numeric: true,
    cell: ({ refundable }) => <b>{formatTokens(refundable)}</b>,
  },
  { id: "until", header: "Until", cell: ({ until }) => formatDateTime(until) },
  { id: "acts", header: "", cell: (row) => <AskButton payment={row} isSmall /> },
];
