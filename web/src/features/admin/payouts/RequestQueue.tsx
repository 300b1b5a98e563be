import { CreditCard, X } from "lucide-react";
import { useState } from "react";
import { paths } from "@/app/paths";
import { DecisionDialog, type Paid } from "@/money/payouts/DecisionDialog";
import { RequestTable } from "@/money/payouts/RequestTable";
import type { PayoutRequest } from "@/money/payouts/types";
import { isMethod, isStatus, methods } from "@/money/payouts/words";
import { useSession } from "@/session/api";
import { Button } from "@/ui/Button";
import type { Column } from "@/ui/DataTable";
import { Fact } from "@/ui/Fact";
import { Select } from "@/ui/Field";
import { Link } from "@/ui/Link";
import { EmptyState } from "@/ui/States";
import { useFilters, useList } from "@/ui/useList";
import { payouts, statementOf, useDecide } from "./api";
import { t } from "./texts";
import { deciders, isDecider, releaseOf } from "./words";

/** Every request, found by status, method and who decides it. */
export function RequestQueue() {
  const [query, choose] = useFilters(paths.admin.payouts);
  const { status, method, decider, accountId = "" } = query;
  const [list, page] = useList(paths.admin.payouts, (offset) =>
    payouts({
      status: isStatus(status) ? status : undefined,
      method: isMethod(method) ? method : undefined,
      decider: isDecider(decider) ? decider : undefined,
      accountId,
      offset,
    }),
  );
  const [looked, setLooked] = useState<PayoutRequest>();
  const isFiltered = Boolean(status || method || decider || accountId);
  return (
    <>
      <RequestTable
        title={t("Requests")}
        at={paths.admin.payouts}
        list={list}
        page={page}
        who={whoAsked((request) => choose({ accountId: request.userInfo._id }))}
        filters={
          <>
            <Select
              label={t("Method")}
              placeholder={t("All")}
              options={methods()}
              value={method ?? ""}
              onChange={({ target }) => choose({ method: target.value })}
            />
            <Select
              label={t("Decided by")}
              placeholder={t("Anybody")}
              options={deciders()}
              value={decider ?? ""}
              onChange={({ target }) => choose({ decider: target.value })}
            />
            {accountId && (
              <Button variant="soft" className="self-end" onClick={() => choose({ accountId: "" })}>
                <X size={16} aria-hidden />
                {t("All accounts")}
              </Button>
            )}
          </>
        }
        actions={(request) => (
          <Button
            size="sm"
            variant={isWaiting(request) ? "brand" : "outline"}
            aria-label={t("Look at the request of {username}", {
              username: request.userInfo.username,
            })}
            onClick={() => setLooked(request)}
          >
            {t("Look")}
          </Button>
        )}
        empty={
          <EmptyState
            title={isFiltered ? t("No request matches") : t("Nobody has asked yet")}
            icon={<CreditCard aria-hidden />}
          >
            {isFiltered
              ? t("Try another status, method or decider.")
              : t("When somebody asks for a payout, it waits here for you.")}
          </EmptyState>
        }
      />
      {looked && <Decision request={looked} onClose={() => setLooked(undefined)} />}
    </>
  );
}

function whoAsked(onChoose: (request: PayoutRequest) => void): Column<PayoutRequest> {
  return {
    id: "who",
    header: t("Account"),
    cell: (request) => (
      <span className="min-w-0">
        <button
          type="button"
          className="min-h-6 font-semibold hover:underline"
          title={t("All requests of {username}", { username: request.userInfo.username })}
          onClick={() => onChoose(request)}
        >
          {request.userInfo.username}
        </button>
        <span className="block text-caption text-fg3">
          {request.role === "studio"
            ? t("Studio")
            : request.studioId
              ? t("Of a studio")
              : t("Independent")}
        </span>
      </span>
    ),
  };
}

const isWaiting = ({ status, studioId }: PayoutRequest) => status === "pending" && !studioId;

const paid = (): Paid => ({
  label: t("Reference of the payment"),
  hint: t("As the bank or the wallet gives it. It is on the statement."),
  isRequired: true,
  warning: t(
    "With this you say that the money has left. The tokens are gone from the account; it cannot be undone.",
  ),
});

function Decision({ request, onClose }: { request: PayoutRequest; onClose: () => void }) {
  const me = useSession().session?._id;
  const decide = useDecide();
  const { firstBy, approvedBy, decidedBy, batchId } = request;
  return (
    <DecisionDialog
      request={request}
      statement={statementOf(request._id)}
      paid={paid()}
      closed={closedTo(me, request)}
      onDecide={(to, text) => decide.mutateAsync({ request, to, text })}
      onClose={onClose}
    >
      <Fact label={t("In the books")}>
        <Link href={paths.admin.statement(request.userInfo._id)} className="underline">
          {t("Statement")}
        </Link>
        {", "}
        <Link href={paths.admin.transfers({ q: request._id })} className="underline">
          {t("transfers")}
        </Link>
      </Fact>
      {firstBy && <Fact label={t("Approved first by")}>{nameOf(firstBy, me)}</Fact>}
      {approvedBy && <Fact label={t("Approved by")}>{nameOf(approvedBy, me)}</Fact>}
      {decidedBy && <Fact label={t("Closed by")}>{nameOf(decidedBy, me)}</Fact>}
      <EarlierFiles request={request} />
      {batchId && (
        <Fact label={t("Batch")}>
          <Link href={paths.admin.payoutBatch(batchId)} className="underline">
            {t("Open the batch")}
          </Link>
        </Fact>
      )}
    </DecisionDialog>
  );
}

/** The files that a bank may have paid this request by. */
function EarlierFiles({ request }: { request: PayoutRequest }) {
  const { releases = [] } = request;
  if (releases.length === 0) return null;
  return (
    <Fact label={t("Make sure that it was not paid")} className="sm:col-span-2">
      <ul className="grid gap-1 rounded-md bg-gold-soft p-3 text-gold-ink">
        {releases.map((release) => (
          <li key={release.batchId}>
            {releaseOf(release)}.{" "}
            <Link href={paths.admin.payoutBatch(release.batchId)} className="underline">
              {t("Open that batch")}
            </Link>
          </li>
        ))}
      </ul>
    </Fact>
  );
}

/** Why an admin can do nothing; the server refuses the same. */
function closedTo(me: string | undefined, request: PayoutRequest): string | undefined {
  const { userInfo, studioId, batchId, status, firstBy } = request;
  if (userInfo._id === me) return t("Nobody decides their own request.");
  if (studioId) return t("Their studio decides this request.");
  if (batchId) return t("This request is in a batch. Mark the batch as paid, or discard it.");
  if (status === "pending" && firstBy !== undefined && firstBy === me) {
    return t(
      "You have approved this request. It is above the limit, so another admin must approve it too.",
    );
  }
  return undefined;
}

export function nameOf(id: string, me: string | undefined): string {
  return id === me ? t("you") : t("account {id}", { id });
}
