import type { BadgeTone } from "@/ui/Badge";
import { t } from "../texts";
import type { Status } from "./types";

/** The states of a request, in the order of its life. */
export const statuses = (): readonly { value: Status; label: string; tone: BadgeTone }[] => [
  { value: "pending", label: t("Waiting"), tone: "gold" },
  { value: "resolved", label: t("Refunded"), tone: "ok" },
  { value: "rejected", label: t("Rejected"), tone: "danger" },
];

export function isStatus(text: string | undefined): text is Status {
  return statuses().some(({ value }) => value === text);
}

const reasons = (): Readonly<Record<string, string>> => ({
  duplicate: t("I sent it twice"),
  mistake: t("I sent it by mistake"),
  no_picture: t("There was no picture"),
  no_sound: t("There was no sound"),
  not_as_promised: t("It was not as promised"),
  not_performed: t("The prize was not performed"),
  other: t("Something else"),
  taken_down: t("It was deleted by the site"),
});

export function reasonName(reason: string): string {
  return reasons()[reason] ?? reason;
}
