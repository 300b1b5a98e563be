import { useQueryClient } from "@tanstack/react-query";
import { BadgeDollarSign } from "lucide-react";
import { useState } from "react";
import { paths } from "@/app/paths";
import { DecisionDialog, type Paid } from "@/money/payouts/DecisionDialog";
import { RequestTable } from "@/money/payouts/RequestTable";
import type { PayoutRequest } from "@/money/payouts/types";
import { isStatus } from "@/money/payouts/words";
import { useSocketEvent } from "@/realtime/useSocketEvent";
import { useLabels } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { Button } from "@/ui/Button";
import { PageHeader } from "@/ui/Card";
import { EmptyState } from "@/ui/States";
import { useSearch } from "@/ui/useAddress";
import { useList } from "@/ui/useList";
import { keys, memberRequests, statementOf, useDecide } from "./api";
import { t } from "./texts";

/** /studio/payout-requests/performer-requests: what the studio's performers ask the studio to pay. */
export default function MemberRequestsPage() {
  const { model, models } = useLabels();
  useTitle(t("{models} requests", { models }));
  const [query] = useSearch(paths.studio.performerRequests);
  const status = isStatus(query.status) ? query.status : undefined;
  const [list, page] = useList(paths.studio.performerRequests, (offset) =>
    memberRequests({ status, offset }),
  );
  const queries = useQueryClient();
  useSocketEvent("payout/changed", () => {
    queries.invalidateQueries({ queryKey: keys.all });
  });
  const [looked, setLooked] = useState<PayoutRequest>();
  const decide = useDecide();
  return (
    <>
      <PageHeader title={t("{models} requests", { models })}>
        {t(
          "You pay your {models} yourself. What you have paid becomes yours, for your own payout.",
          { models: models.toLowerCase() },
        )}
      </PageHeader>
      <RequestTable
        title={t("Requests")}
        at={paths.studio.performerRequests}
        list={list}
        page={page}
        who={{
          id: "who",
          header: model,
          cell: ({ userInfo }) => <span className="font-semibold">{userInfo.username}</span>,
        }}
        actions={(request) => (
          <Button
            size="sm"
            variant={request.status === "pending" ? "brand" : "outline"}
            aria-label={
              isOpen(request)
                ? t("Decide the request of {username}", request.userInfo)
                : t("Look at the request of {username}", request.userInfo)
            }
            onClick={() => setLooked(request)}
          >
            {isOpen(request) ? t("Decide") : t("Look")}
          </Button>
        )}
        empty={
          <EmptyState
            title={status ? t("No request has this status") : t("Nobody has asked yet")}
            icon={<BadgeDollarSign aria-hidden />}
          >
            {t("When one of your {models} asks for a payout, you decide it here.", {
              models: models.toLowerCase(),
            })}
          </EmptyState>
        }
      />
      {looked && (
        <DecisionDialog
          request={looked}
          statement={statementOf("studio", looked._id)}
          paid={paidBy(looked)}
          onDecide={(to, note) => decide.mutateAsync({ request: looked, to, note })}
          onClose={() => setLooked(undefined)}
        />
      )}
    </>
  );
}

function isOpen({ status }: PayoutRequest): boolean {
  return status === "pending" || status === "processing";
}

function paidBy({ userInfo }: PayoutRequest): Paid {
  return {
    label: t("How it was paid"),
    hint: t("Such as the reference of the transfer. You may leave it empty."),
    isRequired: false,
    warning: t(
      "With this you say that you have paid {username} outside of this site. The tokens move to your earnings; it cannot be undone.",
      { username: userInfo.username },
    ),
  };
}
