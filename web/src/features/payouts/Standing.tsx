import { useQuery } from "@tanstack/react-query";
import { BadgeCheck, Coins, Hourglass, Lock, Scale } from "lucide-react";
import { formatTokens } from "@/lib/format";
import { Stat } from "@/ui/Card";
import { Loaded } from "@/ui/Loaded";
import { Skeleton } from "@/ui/Skeleton";
import { type Earner, stats } from "./api";
import { t } from "./texts";

/** How I stand, in tokens. */
export function Standing({ earner }: { earner: Earner }) {
  const found = useQuery(stats(earner));
  return (
    <Loaded query={found} waiting={<Skeleton className="h-28 w-full rounded-lg" />}>
      {({ available, held, reserved, paid, owed }) => (
        <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
          <Stat
            label={t("Available")}
            icon={<Coins size={16} aria-hidden />}
            value={formatTokens(available)}
            note={t("tokens")}
          />
          <Stat
            label={t("Held for some days")}
            icon={<Hourglass size={16} aria-hidden />}
            value={formatTokens(held)}
          />
          <Stat
            label={t("In an open request")}
            icon={<Lock size={16} aria-hidden />}
            value={formatTokens(reserved)}
          />
          <Stat
            label={t("Paid so far")}
            icon={<BadgeCheck size={16} aria-hidden />}
            value={formatTokens(paid)}
          />
          {owed > 0 && (
            <Stat
              label={t("Kept for refunds")}
              icon={<Scale size={16} aria-hidden />}
              value={formatTokens(owed)}
              note={t("was taken back or is in dispute")}
            />
          )}
        </dl>
      )}
    </Loaded>
  );
}
