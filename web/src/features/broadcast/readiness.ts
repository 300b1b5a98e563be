import { paths } from "@/app/paths";
import type { Me } from "./api";

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
            title: "Active account",
            text: "Your account is not active. Write to us if you think this is a mistake.",
            state: "open",
            action: { label: "Contact us", href: paths.contact() },
          },
        ];
  return [...account, mail(me), identity(me, now)];
}

/** Whether nothing is missing. */
export function isReady(all: readonly Need[]): boolean {
  return all.every(({ state }) => state === "done");
}

function mail({ email, emailVerified }: Me): Need {
  if (emailVerified) return { title: "Verified email", text: email, state: "done" };
  return {
    title: "Verify your email",
    text: `We have sent a link to ${email}. Open it, or let us send it again.`,
    state: "open",
    action: { label: "Send the link again", href: paths.verifyEmail() },
  };
}

function identity(me: Me, now: number): Need {
  const title = "Verified identity";
  const upload = (label: string) => ({ label, href: settings });
  if (me.verified && !isOver(me.verifiedUntil, now)) {
    return { title, text: "Your documents were checked and accepted.", state: "done" };
  }
  if (me.verified || me.verification === "expired") {
    const text = "Your document has expired. Upload one that is valid.";
    return { title, text, state: "open", action: upload("Upload a new document") };
  }
  if (me.verification === "submitted") {
    const text = "We are checking your documents and will mail you the result. Nothing to do now.";
    return { title, text, state: "waiting" };
  }
  if (me.verification === "rejected") {
    const why = me.verificationReason ?? "They could not be accepted.";
    const text = `Your documents were not accepted: ${why}`;
    return { title, text, state: "open", action: upload("Upload again") };
  }
  const text = "Show us that you are you and of age: two photos of your documents are enough.";
  return { title, text, state: "open", action: upload("Upload your documents") };
}

function isOver(until: string | undefined, now: number): boolean {
  return until !== undefined && Date.parse(until) <= now;
}
