import { useQuery } from "@tanstack/react-query";
import { Clock, Coins, Radio, Users } from "lucide-react";
import { formatNumber, formatTokens } from "@/lib/format";
import { useSession } from "@/session/api";
import { studioMe } from "@/session/studio";
import { useLabels } from "@/settings/api";
import { Stat } from "@/ui/Card";
import { LoadFailure } from "@/ui/States";
import { SettingsLayout } from "./SettingsLayout";
import { t } from "./texts";
import { StudioVerificationCard } from "./VerificationCard";

/** /studio/account-settings: what a studio sees first after its login (spec §2). */
export default function StudioSettingsPage() {
  const found = useQuery(studioMe());
  const studio = found.data;
  const { models } = useLabels();
  const { session } = useSession();
  return (
    <SettingsLayout
      nameLabel={t("Studio name")}
      banner={
        studio === undefined ? (
          <LoadFailure query={found} what={t("Your verification")} />
        ) : (
          <>
            {session?.studio ? (
              <p className="mb-5 text-body text-fg2">
                {t("You work for {studio}.", { studio: session.studio.name })}
              </p>
            ) : (
              <StudioVerificationCard studio={studio} />
            )}
            {studio.stats && (
              <dl className="mb-5 grid grid-cols-2 gap-3 lg:grid-cols-4">
                <Stat
                  label={models}
                  icon={<Users size={16} aria-hidden />}
                  value={formatNumber(studio.stats.totalPerformer, 0)}
                />
                {studio.stats.totalTokenEarned !== undefined && (
                  <Stat
                    label={t("Tokens earned")}
                    icon={<Coins size={16} aria-hidden />}
                    value={formatTokens(studio.stats.totalTokenEarned)}
                  />
                )}
                <Stat
                  label={t("Online today")}
                  icon={<Radio size={16} aria-hidden />}
                  value={formatNumber(studio.stats.totalOnlineToday, 0)}
                />
                <Stat
                  label={t("Hours online")}
                  icon={<Clock size={16} aria-hidden />}
                  value={formatNumber(studio.stats.totalHoursOnline, 1)}
                />
              </dl>
            )}
          </>
        )
      }
    />
  );
}
