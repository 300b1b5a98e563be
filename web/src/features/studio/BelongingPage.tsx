import { useQuery } from "@tanstack/react-query";
import { Building2 } from "lucide-react";
import { messageOf } from "@/api/errors";
import { formatNumber } from "@/lib/format";
import { formatDate } from "@/lib/time";
import { incomes } from "@/money/kinds";
import { useTitle } from "@/settings/useTitle";
import { Avatar } from "@/ui/Avatar";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { Card, PageHeader } from "@/ui/Card";
import { Loaded } from "@/ui/Loaded";
import { Skeleton } from "@/ui/Skeleton";
import { EmptyState } from "@/ui/States";
import { toast } from "@/ui/toast";
import { type Belonging, belonging, type Received, received, useAnswer } from "./apiBelonging";
import { Leaving } from "./Leaving";
import { OwnDocuments } from "./OwnDocuments";
import { t } from "./texts";

/** /account/performer/studio: the studio that I belong to, and those that want me. */
export default function BelongingPage() {
  useTitle(t("Studio"));
  const own = useQuery(belonging());
  const asked = useQuery(received());
  const waiting = <Skeleton className="mb-5 h-40 w-full rounded-lg" />;
  return (
    <div className="max-w-[860px]">
      <PageHeader title={t("Studio")}>
        {t("A studio gets a part of what you earn. You join one by your own word alone.")}
      </PageHeader>
      <Loaded query={own} waiting={waiting}>
        {(data) => <Own belonging={data} />}
      </Loaded>
      <OwnDocuments />
      <Loaded query={asked} waiting={waiting}>
        {({ data }) =>
          data.map((invitation) => (
            <InvitationCard
              key={invitation._id}
              invitation={invitation}
              isFree={own.data !== undefined && !own.data.studio}
            />
          ))
        }
      </Loaded>
      {own.data && !own.data.studio && asked.data?.total === 0 && (
        <Card>
          <EmptyState title={t("You belong to no studio")} icon={<Building2 aria-hidden />}>
            {t("All that you earn is yours. Invitations of studios appear here.")}
          </EmptyState>
        </Card>
      )}
    </div>
  );
}

function Own({ belonging: { studio, status, joinedAt, parting } }: { belonging: Belonging }) {
  if (!studio) return null;
  return (
    <Card className="mb-5">
      <div className="flex flex-wrap items-center gap-4">
        <Avatar src={studio.avatar} size={56} />
        <div className="min-w-0 flex-1">
          <h2 className="text-h3 font-bold">{studio.name || studio.username}</h2>
          {joinedAt && (
            <p className="text-label text-fg2">
              {t("You belong to it since {date}.", { date: formatDate(joinedAt) })}
            </p>
          )}
        </div>
        {status === "inactive" && <Badge tone="danger">{t("Switched off")}</Badge>}
      </div>
      <Leaving
        studio={studio.username}
        isInactive={status === "inactive"}
        {...(parting && { parting })}
      />
    </Card>
  );
}

type InvitationCardProps = { invitation: Received; isFree: boolean };

function InvitationCard({ invitation, isFree }: InvitationCardProps) {
  const { _id: id, studio, rates, expiresAt } = invitation;
  const answer = useAnswer();

  function say(word: "accept" | "decline") {
    answer.mutate(
      { id, word },
      {
        onSuccess: () =>
          toast.success(
            word === "accept"
              ? t("You belong to {studio} from now on.", { studio: studio.username })
              : t("Declined."),
          ),
        onError: (error) => toast.error(messageOf(error)),
      },
    );
  }

  return (
    <Card
      className="mb-5"
      title={t("{studio} invites you", { studio: studio.name || studio.username })}
    >
      <p className="mb-4 text-body text-fg2">
        {t("Of what reaches the studio you would get so much. You can answer until {date}.", {
          date: formatDate(expiresAt),
        })}
      </p>
      <dl className="mb-5 grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-4">
        {incomes.map((kind) => (
          <div key={kind.id}>
            <dt className="text-caption text-fg2">{kind.many}</dt>
            <dd className="tnum font-bold">{formatNumber(rates[kind.id])} %</dd>
          </div>
        ))}
      </dl>
      {!isFree && (
        <p className="mb-3 text-label text-fg2">
          {t("You belong to a studio already. Leave it before you join another one.")}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="brand"
          disabled={!isFree}
          pending={answer.isPending}
          onClick={() => say("accept")}
        >
          {t("Accept")}
        </Button>
        <Button variant="outline" disabled={answer.isPending} onClick={() => say("decline")}>
          {t("Decline")}
        </Button>
      </div>
    </Card>
  );
}
