import { StateBadge, ViewersBadge } from "@/performers/StateBadges";
import type { Performer } from "@/performers/types";
import { Badge, LiveBadge } from "@/ui/Badge";
import type { Showing } from "./showing";
import { t } from "./texts";

type ShowingBadgeProps = {
  performer: Performer;
  showing: Showing;
  /** Shown beside LIVE; absent where they stand elsewhere. */
  viewers?: number;
};

const words = () => ({
  connecting: t("Connecting"),
  waiting: t("No picture yet"),
  reconnecting: t("Reconnecting"),
  starting: t("Starting"),
  paused: t("Paused"),
  still: t("Stopped"),
  lost: t("Picture lost"),
  "camera-off": t("Camera off"),
});

/** LIVE while pictures arrive here, and otherwise what is true instead. */
export function ShowingBadge({ performer, showing, viewers }: ShowingBadgeProps) {
  if (showing.is === "off") return <StateBadge performer={{ ...performer, viewers: 0 }} />;
  if (showing.is !== "live") return <Badge tone="overlay">{words()[showing.is]}</Badge>;
  return (
    <span className="inline-flex gap-2">
      <LiveBadge />
      {viewers !== undefined && <ViewersBadge viewers={viewers} />}
    </span>
  );
}
