import { Avatar } from "@/ui/Avatar";
import { Badge } from "@/ui/Badge";
import type { MemberPlan } from "./apiShifts";
import { t } from "./texts";

type PlanMemberProps = {
  member: MemberPlan;
  /** It stands where another moment is told of. */
  isLater?: boolean;
};

/** A member of a plan, and whether they are where it says at this moment. */
export function PlanMember({ member, isLater = false }: PlanMemberProps) {
  const { performer, timezone, isPlanned, isOnline } = member;
  return (
    <span className="flex min-w-44 items-center gap-3">
      <Avatar src={performer.avatar} size={36} />
      <span className="grid min-w-0 justify-items-start gap-0.5">
        <span className="font-semibold [overflow-wrap:anywhere]">
          {performer.name || performer.username}
        </span>
        {performer.name && performer.name !== performer.username && (
          <span className="text-caption text-fg3">@{performer.username}</span>
        )}
        {isOnline && !isLater && (
          <Badge tone="ok">{isPlanned ? t("Online") : t("Online, not planned")}</Badge>
        )}
        {isPlanned && !isOnline && !isLater && <Badge tone="gold">{t("Missing now")}</Badge>}
        {!timezone && <Badge>{t("No schedule")}</Badge>}
      </span>
    </span>
  );
}
