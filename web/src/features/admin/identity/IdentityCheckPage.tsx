import { useQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { useState } from "react";
import { paths } from "@/app/paths";
import { formatDateTime } from "@/lib/time";
import { useTitle } from "@/settings/useTitle";
import { Badge } from "@/ui/Badge";
import { LinkButton } from "@/ui/Button";
import { Card, PageHeader } from "@/ui/Card";
import { Loaded } from "@/ui/Loaded";
import { Skeleton } from "@/ui/Skeleton";
import { toast } from "@/ui/toast";
import { useGo, useParam } from "@/ui/useAddress";
import { type Check, check, queue } from "./api";
import { DecisionForm } from "./DecisionForm";
import { Documents } from "./Documents";
import { Facts } from "./Facts";
import { RejectDialog } from "./RejectDialog";
import { t } from "./texts";
import { paperTypes, states } from "./words";

/** /admin/identity-checks/{id}: the documents beside what was said at registration, and the decision. */
export default function IdentityCheckPage() {
  const id = useParam(paths.admin.identityCheck);
  const found = useQuery(check(id));
  useTitle(
    found.data
      ? t("Identity of {username}", { username: found.data.account.username })
      : t("Identity check"),
  );
  return (
    <Loaded query={found} waiting={<Skeleton className="h-96 w-full rounded-lg" />}>
      {(data) => <Opened key={data._id} found={data} />}
    </Loaded>
  );
}

function Opened({ found }: { found: Check }) {
  const go = useGo();
  const waiting = useQuery(queue("submitted"));
  const [rejecting, setRejecting] = useState(false);
  const { account, state } = found;

  function next(text: string) {
    toast.success(text);
    const following = waiting.data?.data.find((other) => other._id !== found._id);
    go(following ? paths.admin.identityCheck(following._id) : paths.admin.identityChecks());
  }

  return (
    <>
      <LinkButton href={paths.admin.identityChecks()} variant="ghost" className="mb-3 -ms-4">
        <ArrowLeft className="rtl:-scale-x-100" size={18} aria-hidden />
        {t("All checks")}
      </LinkButton>
      <PageHeader
        title={account.name || account.username}
        actions={<Badge tone={states()[state].tone}>{states()[state].label}</Badge>}
      >
        {t("@{username}, handed in {submittedAt}", {
          username: account.username,
          submittedAt: formatDateTime(found.submittedAt),
        })}
      </PageHeader>
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(380px,2fr)]">
        <Documents found={found} />
        <div className="grid gap-5">
          <Card title={t("Said at registration")}>
            <Facts rows={registrationOf(found)} />
          </Card>
          {state === "submitted" ? (
            <Card title={t("Read off the document")}>
              <DecisionForm
                found={found}
                onVerified={() => next(t("{username} is verified", { username: account.username }))}
                onReject={() => setRejecting(true)}
              />
            </Card>
          ) : (
            <Card title={t("Decision")}>
              <Facts rows={decisionOf(found)} />
            </Card>
          )}
        </div>
      </div>
      <RejectDialog
        found={found}
        open={rejecting}
        onClose={() => setRejecting(false)}
        onRejected={() => next(t("{username} is rejected", { username: account.username }))}
      />
    </>
  );
}

function registrationOf({ registered }: Check): [string, string | undefined][] {
  return [
    [t("Name"), registered?.name],
    [t("Date of birth"), registered?.dateOfBirth],
    [t("Country"), registered?.country],
    [t("Email"), registered?.email],
  ];
}

function decisionOf({ state, decidedAt, reason, paper }: Check): [string, string | undefined][] {
  return [
    [states()[state].label, decidedAt && formatDateTime(decidedAt)],
    [t("Reason"), reason],
    [t("Document"), paperTypes().find(({ value }) => value === paper?.type)?.label],
    [t("Number"), paper?.number],
    [t("Country"), paper?.country],
    [t("Valid until"), paper?.expiry],
    [t("Legal name"), paper?.legalName],
    [t("Date of birth"), paper?.birthDate],
  ];
}
