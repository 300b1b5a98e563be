import type { BadgeTone } from "@/ui/Badge";
import type { CheckState, Paper } from "./api";
import { t } from "./texts";

export const states: Record<CheckState, { label: string; tone: BadgeTone }> = {
  submitted: {
    get label() {
      return t("Waiting");
    },
    tone: "gold",
  },
  verified: {
    get label() {
      return t("Verified");
    },
    tone: "ok",
  },
  rejected: {
    get label() {
      return t("Rejected");
    },
    tone: "danger",
  },
};

export function isState(text: string | undefined): text is CheckState {
  return text !== undefined && text in states;
}

export const paperTypes: { value: Paper["type"]; label: string }[] = [
  {
    value: "passport",
    get label() {
      return t("Passport");
    },
  },
  {
    value: "identity_card",
    get label() {
      return t("Identity card");
    },
  },
  {
    value: "driving_licence",
    get label() {
      return t("Driving licence");
    },
  },
  {
    value: "company_register",
    get label() {
      return t("Company register");
    },
  },
];

const documents: Record<string, string> = {
  get idVerification() {
    return t("Person holding the ID");
  },
  get documentVerification() {
    return t("Document");
  },
};

/** The documents of a check, of which there are one or two. */
export function together([one = "", other]: readonly string[]): string {
  return other === undefined ? one : t("{one} and {other}", { one, other });
}

export function documentName(which: string): string {
  return documents[which] ?? which;
}
