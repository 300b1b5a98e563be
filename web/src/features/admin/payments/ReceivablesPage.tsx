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
import { t } from "./texts";
import { caseStatuses, inWords, nameOf, options } from "./words";

const decisions = (): { value: CaseDecision; label: string; hint: string }[] => [
  {
    value: "recover",
    label: t("Recover"),
    hint: t(
      "What is owed is taken from the member's balance as far as it goes, and the member is told.",
    ),
  },
  {
    value: "writeOff",
    label: t("Write off"),
    hint: t("The site bears what is owed, and the member may spend again."),
  },
  {
    value: "close",
    label: t("Close the account"),
    hint: t("The account is closed for good. This cannot be undone."),
  },
];

/** /admin/payments/receivables: money that was taken back, who owes what of it, whose spending is frozen. */
export default function ReceivablesPage() {
  useTitle(t("Receivables"));
  const [query, choose] = useFilters(paths.admin.receivables);
  const { status = "", accountId = "" } = query;
  const [list, page] = useList(paths.admin.receivables, (offset) =>
    receivables(status, accountId, offset),
  );
  const [deciding, setDeciding] = useState<Case>();
  return (
    <ListPage
      title={t("Receivables")}
      lead={t(
        "Payments that were taken back. Spending is frozen from then on until somebody decides here.",
      )}
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
              label={t("State")}
              placeholder={t("Any")}
              options={options(caseStatuses())}
              value={status}
              onChange={({ target }) => choose({ status: target.value })}
            />
          </div>
          {accountId && (
            <Button variant="outline" onClick={() => choose({ accountId: "" })}>
              <X size={16} aria-hidden />
              {t("Only {name}", { name: nameOf(accountId, list.data?.data) })}
            </Button>
          )}
        </div>
      }
      list={list}
      page={page}
      columns={columns(setDeciding)}
      rowKey={(row) => row._id}
      empty={
        <EmptyState title={t("Nobody owes anything")} icon={<HandCoins aria-hidden />}>
          {t("Refunds and disputes that cost somebody something are listed here.")}
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
  const choice = decisions().find(({ value }) => value === chosen);
  return (
    <ReasonedDialog
      title={t("Decide about this receivable")}
      description={t(
        "{count, plural, one {# token is} other {# tokens are}} owed. The decision lifts the freeze, unless the account is closed.",
        { count: one.owed },
      )}
      verb={choice?.label ?? t("Decide")}
      done={t("It is decided.")}
      onDecide={(reason) => decide.mutateAsync({ id: one._id, decision: chosen, reason })}
      onClose={onClose}
    >
      <Select
        label={t("Decision")}
        options={decisions()}
        value={chosen}
        hint={choice?.hint}
        onChange={({ target }) =>
          setChosen(decisions().find(({ value }) => value === target.value)?.value ?? "recover")
        }
      />
      <p className="text-label font-normal text-fg2">
        {t.rich(
          "From then on what {name} ordered is shipped and paid for. <a>Refund orders that should not be<hidden>, in a new tab</hidden></a> first: their tokens can be recovered then.",
          {
            name: one.username,
            a: (words) => (
              <Link
                href={paths.admin.orders({ memberId: one.accountId })}
                newTab
                className="underline"
              >
                {words}
              </Link>
            ),
            hidden: (words) => <span className="sr-only">{words}</span>,
          },
        )}
      </p>
    </ReasonedDialog>
  );
}

function columns(onDecide: (one: Case) => void): Column<Case>[] {
  return [
    {
      id: "when",
      header: t("Since"),
      cell: ({ openedAt, transactionId }) => (
        <Link href={paths.admin.payment(transactionId)} className="font-semibold hover:underline">
          {formatDateTime(openedAt)}
        </Link>
      ),
    },
    { id: "cause", header: t("Cause"), cell: ({ cause }) => inWords(cause) },
    {
      id: "account",
      header: t("Account"),
      cell: ({ accountId, username }) => (
        <Link
          href={paths.admin.statement(accountId)}
          title={t("Statement of {accountId}", { accountId })}
          className="hover:underline"
        >
          {username}
        </Link>
      ),
    },
    { id: "taken", header: t("Taken"), numeric: true, cell: ({ taken }) => formatTokens(taken) },
    {
      id: "spent",
      header: t("Had been spent"),
      numeric: true,
      cell: (row) => formatTokens(row.amount),
    },
    {
      id: "recovered",
      header: t("Recovered"),
      numeric: true,
      cell: ({ recovered, writtenOff }) =>
        writtenOff > 0
          ? t("{recovered}, {writtenOff} written off", { recovered, writtenOff })
          : formatTokens(recovered),
    },
    {
      id: "owed",
      header: t("Owed"),
      numeric: true,
      cell: ({ owed }) => <b>{formatTokens(owed)}</b>,
    },
    {
      id: "state",
      header: t("State"),
      cell: ({ status, decision, reason }) => (
        <span title={reason} className="inline-flex flex-wrap items-center gap-2">
          <Badge tone={caseStatuses()[status].tone}>{caseStatuses()[status].label}</Badge>
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
            {t("Decide")}
          </Button>
        ),
    },
  ];
}
