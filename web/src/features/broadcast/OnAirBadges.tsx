import { Eye, Signal, SignalLow, SignalMedium } from "lucide-react";
import type { ReactNode } from "react";
import { useStore } from "zustand";
import { cx } from "@/lib/cx";
import { formatCompact } from "@/lib/format";
import { formatDuration } from "@/lib/time";
import type { Quality } from "@/media/publisher";
import { Badge, LiveBadge } from "@/ui/Badge";
import { useNow } from "@/ui/useNow";
import type { Broadcast } from "./broadcast";
import type { Stage } from "./stage";
import { t } from "./texts";

type OnAirBadgesProps = { stage: Pick<Stage, "broadcast" | "camera"> };

/** LIVE while pictures arrive, or what there is instead; since when, and how many watch. */
export function OnAirBadges({ stage: { broadcast, camera } }: OnAirBadgesProps) {
  const { show, viewers, phase, source, flows } = useStore(broadcast.store);
  const isCameraOn = useStore(camera.store, (state) => state.isCameraOn);
  const arrives = phase.name === "live" && (source === "elsewhere" || flows === true);
  const starts = phase.name === "live" && flows === undefined;
  return (
    <>
      {arrives ? (
        <LiveBadge />
      ) : (
        <Badge tone="vip">
          {phase.name === "live" && !isCameraOn
            ? t("Camera off")
            : starts
              ? t("Starting…")
              : t("No picture")}
        </Badge>
      )}
      {show?.startedAt && <Elapsed since={show.startedAt} />}
      <Badge tone="overlay">
        <Eye size={13} aria-hidden />
        <span className="tnum">{formatCompact(viewers)}</span>
        <span className="sr-only">{t("watching")}</span>
      </Badge>
    </>
  );
}

function Elapsed({ since }: { since: string }) {
  const now = useNow();
  return (
    <Badge tone="overlay">
      <span className="sr-only">{t("On air for")}</span>
      <span className="tnum">{formatDuration(now - Date.parse(since))}</span>
    </Badge>
  );
}

const qualities = (): Record<Quality, { icon: ReactNode; text: string }> => ({
  good: { icon: <Signal size={15} strokeWidth={3} aria-hidden />, text: t("Good connection") },
  fair: {
    icon: <SignalMedium size={15} strokeWidth={3} aria-hidden />,
    text: t("Fair connection"),
  },
  poor: { icon: <SignalLow size={15} strokeWidth={3} aria-hidden />, text: t("Weak connection") },
});

type QualityNoteProps = { broadcast: Broadcast; brief?: boolean; className?: string };

/** How well the picture leaves this device. */
export function QualityNote({ broadcast, brief = false, className }: QualityNoteProps) {
  const quality = useStore(broadcast.store, (state) => state.quality);
  if (quality === undefined) return null;
  const { icon, text } = qualities()[quality];
  return (
    <span className={cx("inline-flex", className)} role="status">
      <Badge tone={quality === "poor" ? "live" : "overlay"}>
        {icon}
        <span className={cx(brief && quality !== "poor" && "sr-only")}>{text}</span>
      </Badge>
    </span>
  );
}
