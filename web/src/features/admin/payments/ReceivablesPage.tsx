import { HandCoins, X } from "lucide-react";
import { useState } from "react";
import { paths } from "@/app/paths";
import { formatTokens } from "@/lib/format";
import { formatDateTime } from "@/lib/time";
import { useTitle } from "@/settings/useTitle";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import type { Column } from "@/ui/DataTable";
import { Select } from "@/ui/Field";
import { Link } from "@/ui/Link";
import { ListPage } from "@/ui/ListPage";
import { EmptyState } from "@/ui/States";
import { useFilters, useList } from "@/ui/useList";
import { type Case, type CaseDecision, receivables, useDecideCase } from "./api";
import { PaymentsNav } from "./PaymentsNav";
import { Proposals } from "./Proposals";
import { RatioCard } from "./RatioCard";
import { ReasonedDialog } from "./ReasonedDialog";
import { caseStatuses, inWords, nameOf, options } from "./words";

const decisions: { value: CaseDecision; label: string; hint: string }[] = [
  {
    value: "recover",
    label: "Recover",
    hint: "What is owed is taken from the member's balance as far as it goes, and the member is told.",
  },
  {
    value: "writeOff",
    label: "Write off",
    hint: "The site bears what is owed, and the member may spend again.",
  },
  {
    value: "close",
    label: "Close the account",
    hint: "The account is closed for good. This cannot be undone.",
  },
];

/** /admin/payments/receivables: money that was taken back, who owes what of it, whose spending is frozen. */
export default function ReceivablesPage() {
  useTitle("Receivables");
  const [query, choose] = useFilters(paths.admin.receivables);
  const { status = "", accountId = "" } = query;
  const [list, page] = useList(paths.admin.receivables, (offset) =>
    receivables(status, accountId, offset),
  );
  const [deciding, setDeciding] = useState<Case>();
  return (
    <ListPage
      title="Receivables"
      lead="Payments that were taken back. Spending is frozen from then on until somebody decides here."
      above={
        <>
          <PaymentsNav here="receivables" />
          <Proposals kinds={["receivable"]} />
          <RatioCard />
        </>
      }
      filters={
        <div className="flex flex-wrap items-end gap-3 px-4 pt-4 pb-3">
          <div className="w-64">
            <Select
              label="State"
              placeholder="Any"
              options={options(caseStatuses)}
              value={status}
              onChange={({ target }) => choose({ status: target.value })}
            />
          </div>
          {accountId && (
            <Button variant="outline" onClick={() => choose({ accountId: "" })}>
              <X size={16} aria-hidden />
              Only {nameOf(accountId, list.data?.data)}
            </Button>
          )}
        </div>
      }
      list={list}
      page={page}
      columns={columns(setDeciding)}
      rowKey={(row) => row._id}
      empty={
        <EmptyState title="Nobody owes anything" icon={<HandCoins aria-hidden />}>
          Refunds and disputes that cost somebody something are listed here.
        </EmptyState>
      }
    >
      {deciding && (
        <DecideDialog key={deciding._id} one={deciding} onClose={() => setDeciding(undefined)} />
      )}
    </ListPage>
  );
}

function DecideDialog({ one, onClose }: { one: Case; onClose: () => void }) {
  const decide = useDecideCase();
  const [chosen, setChosen] = useState<CaseDecision>("recover");
  const choice = decisions.find(({ value }) => value === chosen);
  return (
    <ReasonedDialog
      title="Decide about this receivable"
      description={`${formatTokens(one.owed)} tokens are owed. The decision lifts the freeze, unless the account is closed.`}
      verb={choice?.label ?? "Decide"}
      done="It is decided."
      onDecide={(reason) => decide.mutateAsync({ id: one._id, decision: chosen, reason })}
      onClose={onClose}
    >
      <Select
        label="Decision"
        options={decisions}
        value={chosen}
        hint={choice?.hint}
        onChange={({ target }) =>
          setChosen(decisions.find(({ value }) => value === target.value)?.value ?? "recover")
        }
      />
      <p className="text-label font-normal text-fg2">
        From then on what {one.username} ordered is shipped and paid for.{" "}
        <Link href={paths.admin.orders({ memberId: one.accountId })} newTab className="underline">
          Refund orders that should not be
          <span className="sr-only">, in a new tab</span>
        </Link>{" "}
        first: their tokens can be recovered then.
      </p>
    </ReasonedDialog>
  );
}

function columns(onDecide: (one: Case) => void): Column<Case>[] {
  return [
    {
      id: "when",
      header: "Since",
      cell: ({ openedAt, transactionId }) => (
        <Link href={paths.admin.payment(transactionId)} className="font-semibold hover:underline">
          {formatDateTime(openedAt)}
        </Link>
      ),
    },
    { id: "cause", header: "Cause", cell: ({ cause }) => inWords(cause) },
    {
      id: "account",
      header: "Account",
      cell: ({ accountId, username }) => (
        <Link
          href={paths.admin.statement(accountId)}
          title={`Statement of ${accountId}`}
          className="hover:underline"
        >
          {username}
        </Link>
      ),
    },
    { id: "taken", header: "Taken", numeric: true, cell: ({ taken }) => formatTokens(taken) },
    {
      id: "spent",
      header: "Had been spent",
      numeric: true,
      cell: (row) => formatTokens(row.amount),
    },
    {
      id: "recovered",
      header: "Recovered",
      numeric: true,
      cell: ({ recovered, writtenOff }) =>
        writtenOff > 0
          ? `${formatTokens(recovered)}, ${formatTokens(writtenOff)} written off`
          : formatTokens(recovered),
    },
    {
      id: "owed",
      header: "Owed",
      numeric: true,
      cell: ({ owed }) => <b>{formatTokens(owed)}</b>,
    },
    {
      id: "state",
      header: "State",
      cell: ({ status, decision, reason }) => (
        <span title={reason} className="inline-flex flex-wrap items-center gap-2">
          <Badge tone={caseStatuses[status].tone}>{caseStatuses[status].label}</Badge>
          {decision && <span className="text-caption text-fg2">{inWords(decision)}</span>}
        </span>
      ),
    },
    {
      id: "acts",
      header: "",
      numeric: true,
      cell: (one) =>
        one.status === "open" && (
          <Button variant="outline" size="sm" onClick={() => onDecide(one)}>
            Decide
          </Button>
        ),
    },
  ];
}
