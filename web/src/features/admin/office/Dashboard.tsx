import { useQuery } from "@tanstack/react-query";
import {
  BadgeDollarSign,
  Coins,
  Eye,
  Gift,
  IdCard,
  Images,
  type LucideIcon,
  Mail,
  Radio,
  TriangleAlert,
  UserPlus,
  Users,
} from "lucide-react";
import { paths } from "@/app/paths";
import type { Waiting, WaitingWork } from "@/declared/waiting";
import { formatNumber, formatTokens } from "@/lib/format";
import { useLabels } from "@/settings/api";
import { useTitle } from "@/settings/useTitle";
import { LinkButton } from "@/ui/Button";
import { Card, PageHeader, Stat } from "@/ui/Card";
import { Skeleton } from "@/ui/Skeleton";
import { ErrorState, LoadFailure } from "@/ui/States";
import { AddressData } from "./AddressData";
import { deliveries, statistics, waitingReviews } from "./api";
import { FirstSteps } from "./FirstSteps";
import { t } from "./texts";

/** How the site does, and the way to what waits, also as other features declare it. */
export function Dashboard({ waiting }: { waiting: readonly Waiting[] }) {
  useTitle(t("Dashboard"));
  const { models } = useLabels();
  const counted = useQuery(statistics());
  const n = counted.data;
  return (
    <>
      <PageHeader title={t("Dashboard")}>{t("How the site is doing right now.")}</PageHeader>
      <FirstSteps />
      {counted.error && counted.data === undefined && (
        <ErrorState error={counted.error} onRetry={counted.refetch} />
      )}
      {counted.isPending && <Skeleton alone className="h-72 w-full rounded-lg" />}
      {n && (
        <>
          <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
            <Figure icon={Radio} label={t("Live now")} value={formatNumber(n.liveNow, 0)} />
            <Figure icon={Eye} label={t("Viewers now")} value={formatNumber(n.viewersNow, 0)} />
            <Figure icon={Gift} label={t("Tips today")} value={formatNumber(n.tipsToday, 0)} />
            <Figure icon={Coins} label={t("Tipped today")} value={formatTokens(n.tippedToday)} />
            <Figure icon={Users} label={t("Members")} value={formatNumber(n.members, 0)} />
            <Figure icon={Users} label={models} value={formatNumber(n.performers, 0)} />
            <Figure icon={UserPlus} label={t("New today")} value={formatNumber(n.newToday, 0)} />
            <Figure
              icon={BadgeDollarSign}
              label={t("Tokens held by members")}
              value={formatTokens(n.tokensOutstanding)}
            />
          </dl>
          <div className="mt-5 grid gap-5 sm:grid-cols-2">
            <WaitingCard
              icon={IdCard}
              count={n.waitingForReview}
              text={t("Identity checks wait for a decision")}
              href={paths.admin.identityChecks()}
              action={t("Check")}
            />
            <WaitingReviews />
            {waiting.map((of) => {
              const work = of(n);
              return <WaitingCard key={work.href} {...work} />;
            })}
            <WaitingCard
              icon={Mail}
              count={n.mailsWaiting}
              text={t("Mails wait to be sent")}
              href={paths.admin.mails()}
              action={t("Mailbox")}
            />
            <WaitingCard
              icon={TriangleAlert}
              count={n.failingDeliveries}
              text={t("Events fail to be delivered")}
              href={paths.admin.audit()}
              action={t("Audit log")}
            />
          </div>
          {n.failingDeliveries > 0 && <Failing />}
        </>
      )}
      <AddressData />
    </>
  );
}

type FigureProps = { icon: LucideIcon; label: string; value: string };

function Figure({ icon: Icon, label, value }: FigureProps) {
  return <Stat label={label} icon={<Icon size={16} aria-hidden />} value={value} />;
}

function WaitingCard({ icon: Icon, count, text, href, action }: WaitingWork) {
  return (
    <Card>
      <div className="flex items-center gap-4">
        <span className="grid size-12 shrink-0 place-items-center rounded-full bg-s2 text-fg2">
          <Icon size={22} aria-hidden />
        </span>
        <p className="min-w-0 flex-1">
          <span className="tnum block text-h2 font-extrabold">{formatNumber(count, 0)}</span>
          <span className="block text-caption text-fg2">{text}</span>
        </p>
        <LinkButton size="sm" variant={count > 0 ? "brand" : "outline"} href={href}>
          {action}
        </LinkButton>
      </div>
    </Card>
  );
}

function WaitingReviews() {
  const waiting = useQuery(waitingReviews());
  if (waiting.data === undefined)
    return <LoadFailure query={waiting} what={t("Content reviews")} />;
  return (
    <WaitingCard
      icon={Images}
      count={waiting.data}
      text={t("Galleries wait for a decision")}
      href={paths.admin.assetReviews()}
      action={t("Review")}
    />
  );
}

function Failing() {
  const failing = useQuery(deliveries());
  return (
    <Card title={t("Events that fail")} className="mt-5">
      <LoadFailure query={failing} what={t("What fails")} />
      <ul className="grid gap-3 text-label">
        {failing.data?.data.map(({ _id, event, subscriber, attempts, failure }) => (
          <li key={_id}>
            {t.rich("<b>{event}</b> for {subscriber}, tried {attempts} times", {
              event,
              subscriber,
              attempts,
              b: (words) => <strong>{words}</strong>,
            })}
            <code className="block break-words text-caption text-fg3">{failure}</code>
          </li>
        ))}
      </ul>
    </Card>
  );
}
