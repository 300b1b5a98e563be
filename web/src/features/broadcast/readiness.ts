import { paths } from "@/app/paths";
import type { Me } from "./api";
import { t } from "./texts";

/** One thing a performer must have before she may go live (behaviours.md, Small conventions). */
export type Need = {
  title: string;
  text: string;
  state: "done" | "waiting" | "open";
  /** Where it is mended. */
  action?: { label: string; href: string };
};

const settings = paths.performer.accountSettings();

/** Everything that is asked for, what is done included. The server decides; this only explains. */
export function needs(me: Me, now: number): Need[] {
  const account: Need[] =
    me.status === "active"
      ? []
      : [
          {
            title: t("Active account"),
            text: t("Your account is not active. Write to us if you think this is a mistake."),
            state: "open",
            action: { label: t("Contact us"), href: paths.contact() },
          },
        ];
  return [...account, mail(me), identity(me, now)];
}

/** Whether nothing is missing. */
export function isReady(all: readonly Need[]): boolean {
  return all.every(({ state }) => state === "done");
}

function mail({ email, emailVerified }: Me): Need {
  if (emailVerified) return { title: t("Verified email"), text: email, state: "done" };
  return {
    title: t("Verify your email"),
    text: t("We have sent a link to {email}. Open it, or let us send it again.", { email }),
    state: "open",
    action: { label: t("Send the link again"), href: paths.verifyEmail() },
  };
}

function identity(me: Me, now: number): Need {
  const title = t("Verified identity");
  const upload = (label: string) => ({ label, href: settings });
  if (me.verified && !isOver(me.verifiedUntil, now)) {
    return { title, text: t("Your documents were checked and accepted."), state: "done" };
  }
  if (me.verified || me.verification === "expired") {
    const text = t("Your document has expired. Upload one that is valid.");
    return { title, text, state: "open", action: upload(t("Upload a new document")) };
  }
  if (me.verification === "submitted") {
    const text = t(
      "We are checking your documents and will mail you the result. Nothing to do now.",
    );
    return { title, text, state: "waiting" };
  }
  if (me.verification === "rejected") {
    const why = me.verificationReason ?? t("They could not be accepted.");
    const text = t("Your documents were not accepted: {why}", { why });
    return { title, text, state: "open", action: upload(t("Upload again")) };
  }
  const text = t("Show us that you are you and of age: two photos of your documents are enough.");
  return { title, text, state: "open", action: upload(t("Upload your documents")) };
}

function isOver(until: string | undefined, now: number): boolean {
  return until !== undefined && Date.parse(until) <= now;
}
