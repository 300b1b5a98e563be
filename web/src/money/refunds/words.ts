import type { BadgeTone } from "@/ui/Badge";
import type { Status } from "./types";

/** The states of a request, in the order of its life. */
export const statuses: readonly { value: Status; label: string; tone: BadgeTone }[] = [
  { value: "pending", label: "Waiting", tone: "gold" },
  { value: "resolved", label: "Refunded", tone: "ok" },
  { value: "rejected", label: "Rejected", tone: "danger" },
];

export function isStatus(text: string | undefined): text is Status {
  return statuses.some(({ value }) => value === text);
}

const reasons: Readonly<Record<string, string>> = {
  duplicate: "I sent it twice",
  mistake: "I sent it by mistake",
  no_picture: "There was no picture",
  no_sound: "There was no sound",
  not_as_promised: "It was not as promised",
  not_performed: "The prize was not performed",
  other: "Something else",
};

export function reasonName(reason: string): string {
  return reasons[reason] ?? reason;
}
