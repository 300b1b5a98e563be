import type { BadgeTone } from "@/ui/Badge";
import type { CheckState, Paper } from "./api";

export const states: Record<CheckState, { label: string; tone: BadgeTone }> = {
  submitted: { label: "Waiting", tone: "gold" },
  verified: { label: "Verified", tone: "ok" },
  rejected: { label: "Rejected", tone: "danger" },
};

export function isState(text: string | undefined): text is CheckState {
  return text !== undefined && text in states;
}

export const paperTypes: { value: Paper["type"]; label: string }[] = [
  { value: "passport", label: "Passport" },
  { value: "identity_card", label: "Identity card" },
  { value: "driving_licence", label: "Driving licence" },
  { value: "company_register", label: "Company register" },
];

const documents: Record<string, string> = {
  idVerification: "Person holding the ID",
  documentVerification: "Document",
};

export function documentName(which: string): string {
  return documents[which] ?? which;
}
