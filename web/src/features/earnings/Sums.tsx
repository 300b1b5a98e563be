import { useQuery } from "@tanstack/react-query";
import { Coins, Hash, Percent, ReceiptText } from "lucide-react";
import { formatNumber } from "@/lib/format";
import { Stat } from "@/ui/Card";
import { Loaded } from "@/ui/Loaded";
import { Skeleton } from "@/ui/Skeleton";
import { type Choice, type Earner, earningStats } from "./api";
import { t } from "./texts";

/** The sums of what is chosen. */
export function Sums({ who, choice }: { who: Earner; choice: Choice }) {
  const stats = useQuery(earningStats(who, choice));
  return (
    <Loaded query={stats} waiting={<Skeleton className="h-28 w-full rounded-lg" />}>
      {({ totalNet, totalGross, totalSiteFee, count }) => (
        <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
          <Stat
            label={who === "studio" ? t("Studio's earnings") : t("Net earnings")}
            icon={<Coins size={16} aria-hidden />}
            value={formatNumber(totalNet)}
          />
          <Stat
            label={t("Incomes")}
            icon={<Hash size={16} aria-hidden />}
            value={formatNumber(count, 0)}
          />
          <Stat
            label={t("Paid by members")}
            icon={<ReceiptText size={16} aria-hidden />}
            value={formatNumber(totalGross)}
          />
          <Stat
            label={t("Site commission")}
            icon={<Percent size={16} aria-hidden />}
            value={formatNumber(totalSiteFee)}
          />
        </dl>
      )}
    </Loaded>
  );
}
