import { useQuery } from "@tanstack/react-query";
import { Coins, Hourglass, UserCheck, Users } from "lucide-react";
import { formatNumber } from "@/lib/format";
import { useSession } from "@/session/api";
import { useTitle } from "@/settings/useTitle";
import { PageHeader, Stat } from "@/ui/Card";
import { Loaded } from "@/ui/Loaded";
import { Skeleton } from "@/ui/Skeleton";
import { referralStats } from "./api";
import { LinkCard } from "./LinkCard";
import { PeopleCard } from "./PeopleCard";
import { RewardsCard } from "./RewardsCard";
import { t } from "./texts";

/** /account/user/referral and /account/performer/referral: my link, whom it brought and what that brings me. */
export default function ReferralPage() {
  useTitle(t("Referral"));
  return (
    <>
      <PageHeader title={t("Referral")}>
        {t("Bring people here, and the site shares with you what it keeps of their tokens.")}
      </PageHeader>
      <div className="grid gap-5">
        <LinkCard />
        <Sums />
        <PeopleCard />
        <RewardsCard />
      </div>
    </>
  );
}

function Sums() {
  const { role } = useSession();
  const stats = useQuery(referralStats());
  return (
    <Loaded query={stats} waiting={<Skeleton className="h-28 w-full rounded-lg" />}>
      {({ registered, active, earned, held }) => (
        <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
          <Stat
            label={t("Registered")}
            icon={<Users size={16} aria-hidden />}
            value={formatNumber(registered, 0)}
          />
          <Stat
            label={t("Active")}
            icon={<UserCheck size={16} aria-hidden />}
            value={formatNumber(active, 0)}
          />
          <Stat
            label={t("Earned")}
            icon={<Coins size={16} aria-hidden />}
            value={formatNumber(earned)}
          />
          {role === "user" && (
            <Stat
              label={t("On hold")}
              icon={<Hourglass size={16} aria-hidden />}
              value={formatNumber(held)}
            />
          )}
        </dl>
      )}
    </Loaded>
  );
}
