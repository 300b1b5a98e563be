import { Crown, Eye, Lock, Moon, Users } from "lucide-react";
import { cx } from "@/lib/cx";
import { formatCompact } from "@/lib/format";
import { Badge, LiveBadge } from "@/ui/Badge";
import { t } from "./texts";
import type { Performer } from "./types";

const fortnight = 14 * 24 * 3600_000;

/** Whether a performer joined within the last two weeks. */
export function isNew(performer: Pick<Performer, "createdAt">, now: number): boolean {
  return now - Date.parse(performer.createdAt) < fortnight;
}

/** What she is doing now, as a badge over a picture. */
export function StateBadge({ performer }: { performer: Performer }) {
  switch (performer.streamingStatus) {
    case "public":
      return (
        <span className="inline-flex gap-0.5">
          <LiveBadge />
          {performer.viewers > 0 && <ViewersBadge viewers={performer.viewers} />}
        </span>
      );
    case "private":
      return (
        <Badge tone="private">
          <Lock size={11} aria-hidden />
          {t("Private")}
        </Badge>
      );
    case "group":
      return (
        <Badge tone="group">
          <Users size={11} aria-hidden />
          {t("Group")}
        </Badge>
      );
    case "away":
      return (
        <Badge tone="overlay">
          <Moon size={11} aria-hidden />
          {t("Away")}
        </Badge>
      );
    default:
      return <Badge tone="overlay">{t("Offline")}</Badge>;
  }
}

export function ViewersBadge({ viewers }: { viewers: number }) {
  return (
    <Badge tone="overlay">
      <Eye size={12} aria-hidden />
      <span className="tnum">{formatCompact(viewers)}</span>
      <span className="sr-only">{t("watching")}</span>
    </Badge>
  );
}

/** VIP; on a narrow card the crown alone. */
export function VipBadge({ short = false }: { short?: boolean }) {
  return (
    <Badge tone="vip">
      <Crown size={12} aria-hidden />
      <span className={cx("font-bold", short && "max-md:sr-only")}>{t("VIP")}</span>
    </Badge>
  );
}
