import { FileText } from "lucide-react";
import type { ReactNode } from "react";
import { formatDate, formatDateTime } from "@/lib/time";
import { buttonClass } from "@/ui/Button";
import { Fact } from "@/ui/Fact";
import { t } from "../texts";
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
        <Fact label={t("Status")}>
          <StatusBadge request={request} />
        </Fact>
        <Fact label={t("Pays")}>
          <strong className="text-h3">{formatMoney(amount, currency)}</strong>
        </Fact>
        <Fact label={t("Rate")}>
          {t("{rate} per token, frozen", { rate: formatMoney(rate, currency) })}
        </Fact>
        <Fact label={t("To")}>
          {methodName(request.paymentAccountType)}, {request.account}
        </Fact>
        <Fact label={t("Asked for")}>{formatDateTime(request.createdAt)}</Fact>
        <Fact label={t("Covers income")}>
          {fromDate
            ? t("{from} to {to}", { from: formatDate(fromDate), to: formatDate(toDate) })
            : t("until {to}", { to: formatDate(toDate) })}
        </Fact>
        {requestNote && <Fact label={t("Note")}>{requestNote}</Fact>}
        {reason && <Fact label={t("Reason")}>{reason}</Fact>}
        {reference && <Fact label={t("Reference of the payment")}>{reference}</Fact>}
        {children}
      </dl>
      <Lines lines={request.lines} total={request.requestTokens} />
      <a href={statement} download className={`${buttonClass("outline")} justify-self-start`}>
        <FileText size={18} aria-hidden />
        {t("Statement (PDF)")}
      </a>
    </div>
  );
}
