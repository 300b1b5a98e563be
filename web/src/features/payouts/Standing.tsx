import { useQuery } from "@tanstack/react-query";
import { BadgeCheck, Coins, Hourglass, Lock, Scale } from "lucide-react";
import { formatTokens } from "@/lib/format";
import { Stat } from "@/ui/Card";
import { Loaded } from "@/ui/Loaded";
import { Skeleton } from "@/ui/Skeleton";
import { type Earner, stats } from "./api";

/** How I stand, in tokens. */
export function Standing({ earner }: { earner: Earner }) {
  const found = useQuery(stats(earner));
  return (
    <Loaded query={found} waiting={<Skeleton className="h-28 w-full rounded-lg" />}>
      {({ available, held, reserved, paid, owed }) => (
        <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
          <Stat
            label="Available"
            icon={<Coins size={16} aria-hidden />}
            value={formatTokens(available)}
            note="tokens"
          />
          <Stat
            label="Held for some days"
            icon={<Hourglass size={16} aria-hidden />}
            value={formatTokens(held)}
          />
          <Stat
            label="In an open request"
            icon={<Lock size={16} aria-hidden />}
            value={formatTokens(reserved)}
          />
          <Stat
            label="Paid so far"
            icon={<BadgeCheck size={16} aria-hidden />}
            value={formatTokens(paid)}
          />
          {owed > 0 && (
            <Stat
              label="Kept for refunds"
              icon={<Scale size={16} aria-hidden />}
              value={formatTokens(owed)}
              note="was taken back or is in dispute"
            />
          )}
        </dl>
      )}
    </Loaded>
  );
}
