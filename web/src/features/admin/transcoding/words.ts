import type { BadgeTone } from "@/ui/Badge";
import type { JobStatus } from "./api";

/** The states of a video that is being made, in the order of its life. */
export const statuses: readonly { value: JobStatus; label: string; tone: BadgeTone }[] = [
  { value: "waiting", label: "Waiting", tone: "neutral" },
  { value: "working", label: "Working", tone: "violet" },
  { value: "playable", label: "Playable", tone: "sky" },
  { value: "done", label: "Done", tone: "ok" },
  { value: "refused", label: "Refused", tone: "danger" },
  { value: "failed", label: "Failed", tone: "danger" },
  { value: "unavailable", label: "No ffmpeg", tone: "gold" },
];

export function isStatus(text: string | undefined): text is JobStatus {
  return statuses.some(({ value }) => value === text);
}

/** Whether something still happens by itself. */
export function isUnderWay(status: JobStatus): boolean {
  return status === "waiting" || status === "working" || status === "playable";
}
