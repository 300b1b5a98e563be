import { CreditCard } from "lucide-react";
import { useState } from "react";
import { paths } from "@/app/paths";
import { RequestFacts } from "@/money/payouts/RequestFacts";
import { RequestTable } from "@/money/payouts/RequestTable";
import type { PayoutRequest } from "@/money/payouts/types";
import { formatMoney, isStatus } from "@/money/payouts/words";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Dialog } from "@/ui/Dialog";
import { EmptyState } from "@/ui/States";
import { toast } from "@/ui/toast";
import { useSearch } from "@/ui/useAddress";
import { useList } from "@/ui/useList";
import { type Earner, requests, statementOf, useCancel } from "./api";
import { t } from "./texts";

/** What I have asked for, newest first. */
export function RequestList({ earner }: { earner: Earner }) {
  const [query] = useSearch(paths.performer.payoutRequests);
  const status = isStatus(query.status) ? query.status : undefined;
  const [list, page] = useList(paths.performer.payoutRequests, (offset) =>
    requests(earner, { status, offset }),
  );
  const [looked, setLooked] = useState<PayoutRequest>();
  const [leaving, setLeaving] = useState<PayoutRequest>();
  const cancel = useCancel(earner);

  async function take({ _id }: PayoutRequest) {
    await cancel.mutateAsync(_id);
    toast.success(t("The request is cancelled. Its tokens are available again."));
  }

  return (
    <>
      <RequestTable
        title={t("Your requests")}
        at={paths.performer.payoutRequests}
        list={list}
        page={page}
        actions={(request) => (
          <>
            <Button size="sm" variant="outline" onClick={() => setLooked(request)}>
              {t("Look")}
            </Button>
            {request.status === "pending" && (
              <Button size="sm" variant="ghost" onClick={() => setLeaving(request)}>
                {t("Take back")}
              </Button>
            )}
          </>
        )}
        empty={
          <EmptyState
            title={status ? t("No request has this status") : t("No requests yet")}
            icon={<CreditCard aria-hidden />}
          >
            {t("What you ask for is listed here, with its state and its statement.")}
          </EmptyState>
        }
      />
      {looked && (
        <Dialog open onClose={() => setLooked(undefined)} title={t("Payout request")}>
          <RequestFacts request={looked} statement={statementOf(earner, looked._id)} />
        </Dialog>
      )}
      {leaving && (
        <ConfirmDialog
          open
          onClose={() => setLeaving(undefined)}
          title={t("Take this request back?")}
          description={t(
            "Nothing is paid, and its tokens are available again. A new request pays at the rate of that day, not at the one frozen in this request for {amount}.",
            { amount: formatMoney(leaving.amount, leaving.currency) },
          )}
          verb={t("Take it back")}
          onConfirm={() => take(leaving)}
        />
      )}
    </>
  );
}
