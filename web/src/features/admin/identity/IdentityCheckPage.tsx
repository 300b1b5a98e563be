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
import { paperTypes, states } from "./words";

/** /admin/identity-checks/{id}: the documents beside what was said at registration, and the decision. */
export default function IdentityCheckPage() {
  const id = useParam(paths.admin.identityCheck);
  const found = useQuery(check(id));
  useTitle(found.data ? `Identity of ${found.data.account.username}` : "Identity check");
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
      <LinkButton href={paths.admin.identityChecks()} variant="ghost" className="mb-3 -ml-4">
        <ArrowLeft size={18} aria-hidden />
        All checks
      </LinkButton>
      <PageHeader
        title={account.name || account.username}
        actions={<Badge tone={states[state].tone}>{states[state].label}</Badge>}
      >
        @{account.username}, handed in {formatDateTime(found.submittedAt)}
      </PageHeader>
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(380px,2fr)]">
        <Documents found={found} />
        <div className="grid gap-5">
          <Card title="Said at registration">
            <Facts rows={registrationOf(found)} />
          </Card>
          {state === "submitted" ? (
            <Card title="Read off the document">
              <DecisionForm
                found={found}
                onVerified={() => next(`${account.username} is verified`)}
                onReject={() => setRejecting(true)}
              />
            </Card>
          ) : (
            <Card title="Decision">
              <Facts rows={decisionOf(found)} />
            </Card>
          )}
        </div>
      </div>
      <RejectDialog
        found={found}
        open={rejecting}
        onClose={() => setRejecting(false)}
        onRejected={() => next(`${account.username} is rejected`)}
      />
    </>
  );
}

function registrationOf({ registered }: Check): [string, string | undefined][] {
  return [
    ["Name", registered?.name],
    ["Date of birth", registered?.dateOfBirth],
    ["Country", registered?.country],
    ["Email", registered?.email],
  ];
}

function decisionOf({ state, decidedAt, reason, paper }: Check): [string, string | undefined][] {
  return [
    [states[state].label, decidedAt && formatDateTime(decidedAt)],
    ["Reason", reason],
    ["Document", paperTypes.find(({ value }) => value === paper?.type)?.label],
    ["Number", paper?.number],
    ["Country", paper?.country],
    ["Valid until", paper?.expiry],
    ["Legal name", paper?.legalName],
    ["Date of birth", paper?.birthDate],
  ];
}
