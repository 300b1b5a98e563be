import type { BadgeTone } from "@/ui/Badge";
import type { CheckState, Paper } from "./api";
import { t } from "./texts";

export const states = (): Record<CheckState, { label: string; tone: BadgeTone }> => ({
  submitted: { label: t("Waiting"), tone: "gold" },
  verified: { label: t("Verified"), tone: "ok" },
  rejected: { label: t("Rejected"), tone: "danger" },
});

export function isState(text: string | undefined): text is CheckState {
  return text !== undefined && text in states();
}

export const paperTypes = (): { value: Paper["type"]; label: string }[] => [
  { value: "passport", label: t("Passport") },
  { value: "identity_card", label: t("Identity card") },
  { value: "driving_licence", label: t("Driving licence") },
  { value: "company_register", label: t("Company register") },
];

const documents = (): Record<string, string> => ({
  idVerification: t("Person holding the ID"),
  documentVerification: t("Document"),
});

/** The documents of a check, of which there are one or two. */
export function together([one = "", other]: readonly string[]): string {
  return other === undefined ? one : t("{one} and {other}", { one, other });
}

export function documentName(which: string): string {
  return documents()[which] ?? which;
}
