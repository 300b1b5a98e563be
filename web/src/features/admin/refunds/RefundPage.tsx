import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { type ReactNode, useState } from "react";
import { paths } from "@/app/paths";
import { formatDateTime } from "@/lib/time";
import { kindName } from "@/money/kinds";
import { StatusBadge } from "@/money/refunds/StatusBadge";
import { reasonName } from "@/money/refunds/words";
import { useTitle } from "@/settings/useTitle";
import { LinkButton } from "@/ui/Button";
import { Card, PageHeader } from "@/ui/Card";
import { Fact } from "@/ui/Fact";
import { Link } from "@/ui/Link";
import { Skeleton } from "@/ui/Skeleton";
import { ErrorState } from "@/ui/States";
import { useParam } from "@/ui/useAddress";
import { useSettled } from "@/ui/useSettled";
import { file, type RefundFile } from "./api";
import { DecisionForm, type Draft, isAmount } from "./DecisionForm";
import { SplitTable } from "./SplitTable";
import { t } from "./texts";

/** /admin/refunds/:id: what is asked, who would give what, and the decision. */
export default function RefundPage() {
  const id = useParam(paths.admin.refund);
  const [draft, setDraft] = useState<Draft>({ token: "", siteAbsorbs: false });
  const token = useSettled(draft.token.trim());
  const usable = isAmount(token) ? token : "";
  const found = useQuery(file(id, usable, draft.siteAbsorbs));
  const first = useQuery(file(id, "", false));
  useTitle(t("Refund request"));
  const shown = found.data ?? first.data;
  if (!shown && (first.error ?? found.error)) {
    return <ErrorState error={first.error ?? found.error} onRetry={first.refetch} />;
  }
  if (!shown) return <Skeleton alone className="h-96 w-full rounded-lg" />;
  return (
    <>
      <LinkButton
        href={paths.admin.refunds({ status: "pending" })}
        variant="ghost"
        className="mb-3 -ms-4"
      >
        <ArrowLeft className="rtl:-scale-x-100" size={18} aria-hidden />
        {t("All requests")}
      </LinkButton>
      <PageHeader
        title={t("Refund request of {username}", { username: shown.request.userInfo.username })}
        actions={<StatusBadge request={shown.request} />}
      >
        {t("Asked {createdAt}", { createdAt: formatDateTime(shown.request.createdAt) })}
      </PageHeader>
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <Facts {...shown} />
        <div className="grid gap-5">
          {shown.request.status === "pending" && (
            <DecisionForm
              id={id}
              left={shown.left}
              draft={draft}
              onDraft={setDraft}
              preview={
                <SplitTable
                  split={shown.split}
                  isOld={found.isPlaceholderData || token !== draft.token.trim()}
                  problem={found.error}
                />
              }
            />
          )}
          {shown.request.status === "resolved" && <Done {...shown} />}
          {shown.request.status !== "pending" && <Answer {...shown} />}
        </div>
      </div>
    </>
  );
}

function Facts({ request, left }: RefundFile) {
  const { userInfo, performerInfo, studioInfo, type, label, token, refundable, status } = request;
  return (
    <Card title={t("What is asked")}>
      <dl className="grid gap-4 text-label sm:grid-cols-2">
        <Fact label={t("Member")}>
          <Link
            href={paths.admin.refunds({ memberId: userInfo._id })}
            className="font-semibold hover:underline"
          >
            {userInfo.username}
          </Link>
        </Fact>
        <Fact label={t("Paid to")}>
          {studioInfo ? (
            t.rich("<a>{performer}</a> of the studio {studio}", {
              performer: performerInfo.username,
              studio: studioInfo.username,
              a: (words) => <PaidTo performerId={performerInfo._id}>{words}</PaidTo>,
            })
          ) : (
            <PaidTo performerId={performerInfo._id}>{performerInfo.username}</PaidTo>
          )}
        </Fact>
        <Fact label={t("Payment")}>
          {kindName(type)}
          {label && `: ${label}`}
        </Fact>
        <Fact label={t("Paid")}>
          {t("{count, plural, one {# token} other {# tokens}}, {time}", {
            count: token,
            time: formatDateTime(request.paidAt),
          })}
        </Fact>
        {refundable < token && (
          <Fact label={t("Given back before")}>
            {t("{count, plural, one {# token} other {# tokens}}", { count: token - refundable })}
          </Fact>
        )}
        {status === "pending" && (
          <Fact label={t("Can be given back")}>
            {t("{count, plural, one {# token} other {# tokens}}", { count: left })}
          </Fact>
        )}
        <Fact label={t("Reason")}>{reasonName(request.reason)}</Fact>
        <Fact label={t("In the member's words")} className="sm:col-span-2">
          <span className="whitespace-pre-line">{request.text}</span>
        </Fact>
      </dl>
    </Card>
  );
}

/** Who gave what, and what is still owed of it. */
function Done({ split, debts }: RefundFile) {
  return (
    <Card title={t("Who gave it")}>
      <SplitTable split={split} isOld={false} />
      {debts.length > 0 && (
        <ul className="mt-4 grid gap-2 border-t border-line pt-4 text-label">
          {debts.map(({ accountId, username, owed, repaid }) => (
            <li key={accountId}>
              {repaid === owed
                ? t.rich(
                    "<b>{username}</b> has repaid {owed, plural, one {# token} other {# tokens}}.",
                    { username, owed, b: (words) => <b>{words}</b> },
                  )
                : t.rich(
                    "<b>{username}</b> still owes {left} of {owed, plural, one {# token} other {# tokens}}; the next earnings repay it.",
                    { username, left: owed - repaid, owed, b: (words) => <b>{words}</b> },
                  )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Answer({ request: { note, decidedBy, decidedAt } }: RefundFile) {
  return (
    <Card title={t("The answer")}>
      <p className="text-label whitespace-pre-line [overflow-wrap:anywhere]">{note}</p>
      <p className="mt-3 text-caption text-fg3">
        {decidedBy?.username}
        {decidedAt && `, ${formatDateTime(decidedAt)}`}
      </p>
    </Card>
  );
}

function PaidTo({ performerId, children }: { performerId: string; children: ReactNode }) {
  return (
    <Link href={paths.admin.refunds({ performerId })} className="font-semibold hover:underline">
      {children}
    </Link>
  );
}
