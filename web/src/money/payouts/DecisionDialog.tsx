import { type ReactNode, useState } from "react";
import { messageOf } from "@/api/errors";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { FieldError } from "@/ui/Field";
import { toast } from "@/ui/toast";
import { t } from "../texts";
import { RequestFacts } from "./RequestFacts";
import type { PayoutRequest } from "./types";
import { WordsForm } from "./WordsForm";
import { formatMoney } from "./words";

export type Verdict = "processing" | "done" | "rejected";

/** How who decides says that it is paid. */
export type Paid = { label: string; hint: string; isRequired: boolean; warning: string };

type DecisionDialogProps = {
  request: PayoutRequest;
  statement: string;
  paid: Paid;
  /** Why nothing can be decided here and now; the facts are shown all the same. */
  closed?: string | undefined;
  /** `text` is the reason or the reference. Answers the request as it is then. */
  onDecide: (to: Verdict, text: string) => Promise<PayoutRequest>;
  onClose: () => void;
  /** More facts. */
  children?: ReactNode;
};

/** A request with all its facts, and what can be decided about it. */
export function DecisionDialog(props: DecisionDialogProps) {
  const { request, statement, paid, closed, onDecide, onClose, children } = props;
  const [asks, setAsks] = useState<"done" | "rejected">();
  const [isPending, setIsPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const money = formatMoney(request.amount, request.currency);
  const who = request.userInfo.username;
  const isOpen = request.status === "pending" || request.status === "processing";

  async function decide(to: Verdict, text: string) {
    toast.success(told(await onDecide(to, text), money));
    onClose();
  }

  async function approve() {
    setIsPending(true);
    setProblem(undefined);
    try {
      await decide("processing", "");
    } catch (error) {
      setProblem(messageOf(error));
      setIsPending(false);
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t("Payout request of {who}", { who })}
      actions={
        isOpen && !closed && !asks ? (
          <>
            <Button variant="danger" onClick={() => setAsks("rejected")}>
              {t("Reject")}
            </Button>
            {request.status === "pending" ? (
              <Button variant="brand" pending={isPending} onClick={approve}>
                {t("Approve {money}", { money })}
              </Button>
            ) : (
              <Button variant="brand" onClick={() => setAsks("done")}>
                {t("Mark as paid")}
              </Button>
            )}
          </>
        ) : undefined
      }
    >
      {closed && isOpen && (
        <p role="status" className="mb-4 rounded-md bg-gold-soft p-3 text-label text-gold-ink">
          {closed}
        </p>
      )}
      {problem && <FieldError>{problem}</FieldError>}
      {asks === "rejected" && (
        <WordsForm
          name="note"
          label={t("Reason")}
          hint={t("{who} reads it. The tokens are available to {who} again.", { who })}
          isRequired
          verb={t("Reject the request")}
          variant="danger"
          onSubmit={(text) => decide("rejected", text)}
          onCancel={() => setAsks(undefined)}
        />
      )}
      {asks === "done" && (
        <>
          <p className="mb-4 text-label text-fg2">{paid.warning}</p>
          <WordsForm
            name={paid.isRequired ? "reference" : "note"}
            label={paid.label}
            hint={paid.hint}
            isRequired={paid.isRequired}
            verb={t("{money} is paid", { money })}
            variant="brand"
            onSubmit={(text) => decide("done", text)}
            onCancel={() => setAsks(undefined)}
          />
        </>
      )}
      {!asks && (
        <RequestFacts request={request} statement={statement}>
          {children}
        </RequestFacts>
      )}
    </Dialog>
  );
}

function told({ status, secondApproval }: PayoutRequest, money: string): string {
  if (secondApproval) return t("You have approved it. Another admin must approve it too.");
  if (status === "processing")
    return t("{money} is approved. Mark it as paid when it is.", { money });
  return status === "done"
    ? t("{money} is marked as paid.", { money })
    : t("The request is rejected.");
}
