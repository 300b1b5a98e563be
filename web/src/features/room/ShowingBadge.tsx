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

const words = {
  get connecting() {
    return t("Connecting");
  },
  get waiting() {
    return t("No picture yet");
  },
  get reconnecting() {
    return t("Reconnecting");
  },
  get starting() {
    return t("Starting");
  },
  get paused() {
    return t("Paused");
  },
  get still() {
    return t("Stopped");
  },
  get lost() {
    return t("Picture lost");
  },
  get "camera-off"() {
    return t("Camera off");
  },
};

/** LIVE while pictures arrive here, and otherwise what is true instead. */
export function ShowingBadge({ performer, showing, viewers }: ShowingBadgeProps) {
  if (showing.is === "off") return <StateBadge performer={{ ...performer, viewers: 0 }} />;
  if (showing.is !== "live") return <Badge tone="overlay">{words[showing.is]}</Badge>;
  return (
    <span className="inline-flex gap-2">
      <LiveBadge />
      {viewers !== undefined && <ViewersBadge viewers={viewers} />}
    </span>
  );
}
