import type { BadgeTone } from "@/ui/Badge";
import type { JobStatus } from "./api";
import { t } from "./texts";

/** The states of a video that is being made, in the order of its life. */
export const statuses: readonly { value: JobStatus; label: string; tone: BadgeTone }[] = [
  {
    value: "waiting",
    get label() {
      return t("Waiting");
    },
    tone: "neutral",
  },
  {
    value: "working",
    get label() {
      return t("Working");
    },
    tone: "violet",
  },
  {
    value: "playable",
    get label() {
      return t("Playable");
    },
    tone: "sky",
  },
  {
    value: "done",
    get label() {
      return t("Done");
    },
    tone: "ok",
  },
  {
    value: "refused",
    get label() {
      return t("Refused");
    },
    tone: "danger",
  },
  {
    value: "failed",
    get label() {
      return t("Failed");
    },
    tone: "danger",
  },
  {
    value: "unavailable",
    get label() {
      return t("No ffmpeg");
    },
    tone: "gold",
  },
];

export function isStatus(text: string | undefined): text is JobStatus {
  return statuses.some(({ value }) => value === text);
}

/** Whether something still happens by itself. */
export function isUnderWay(status: JobStatus): boolean {
  return status === "waiting" || status === "working" || status === "playable";
}
