import type { BadgeTone } from "@/ui/Badge";
import type { JobStatus } from "./api";
import { t } from "./texts";

/** The states of a video that is being made, in the order of its life. */
export const statuses = (): readonly { value: JobStatus; label: string; tone: BadgeTone }[] => [
  { value: "waiting", label: t("Waiting"), tone: "neutral" },
  { value: "working", label: t("Working"), tone: "violet" },
  { value: "playable", label: t("Playable"), tone: "sky" },
  { value: "done", label: t("Done"), tone: "ok" },
  { value: "refused", label: t("Refused"), tone: "danger" },
  { value: "failed", label: t("Failed"), tone: "danger" },
  { value: "unavailable", label: t("No ffmpeg"), tone: "gold" },
];

export function isStatus(text: string | undefined): text is JobStatus {
  return statuses().some(({ value }) => value === text);
}

/** Whether something still happens by itself. */
export function isUnderWay(status: JobStatus): boolean {
  return status === "waiting" || status === "working" || status === "playable";
}
