import { FileText } from "lucide-react";
import type { ReactNode } from "react";
import { formatDate, formatDateTime } from "@/lib/time";
import { buttonClass } from "@/ui/Button";
import { Fact } from "@/ui/Fact";
import { Lines } from "./Lines";
import { StatusBadge } from "./StatusBadge";
import type { PayoutRequest } from "./types";
import { formatMoney, methodName } from "./words";

type RequestFactsProps = {
  request: PayoutRequest;
  /** Where its statement is, as a PDF. */
  statement: string;
  /** More rows, for who may know more. */
  children?: ReactNode;
};

/** Everything about a request that its reader may know. */
export function RequestFacts({ request, statement, children }: RequestFactsProps) {
  const { amount, currency, rate, fromDate, toDate, requestNote, reason, reference } = request;
  return (
    <div className="grid gap-5">
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        <Fact label="Status">
          <StatusBadge request={request} />
        </Fact>
        <Fact label="Pays">
          <strong className="text-h3">{formatMoney(amount, currency)}</strong>
        </Fact>
        <Fact label="Rate">{formatMoney(rate, currency)} per token, frozen</Fact>
        <Fact label="To">
          {methodName(request.paymentAccountType)}, {request.account}
        </Fact>
        <Fact label="Asked for">{formatDateTime(request.createdAt)}</Fact>
        <Fact label="Covers income">
          {fromDate
            ? `${formatDate(fromDate)} to ${formatDate(toDate)}`
            : `until ${formatDate(toDate)}`}
        </Fact>
        {requestNote && <Fact label="Note">{requestNote}</Fact>}
        {reason && <Fact label="Reason">{reason}</Fact>}
        {reference && <Fact label="Reference of the payment">{reference}</Fact>}
        {children}
      </dl>
      <Lines lines={request.lines} total={request.requestTokens} />
      <a href={statement} download className={`${buttonClass("outline")} justify-self-start`}>
        <FileText size={18} aria-hidden />
        Statement (PDF)
      </a>
    </div>
  );
}
