import { BadgeCheck, CircleX, Clock, IdCard, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "@/lib/cx";
import { t } from "./texts";

export type VerificationState = "none" | "submitted" | "verified" | "rejected" | "expired";

type Look = { icon: LucideIcon; title: string; text: string; tone: string };

const looks = (): Record<VerificationState, Look> => ({
  none: {
    icon: IdCard,
    title: t("Your identity is not verified yet"),
    text: t("Send your documents to go live."),
    tone: "bg-gold-soft text-gold-ink",
  },
  submitted: {
    icon: Clock,
    title: t("We are checking your documents"),
    text: t("A person looks at them; we write to you as soon as it is done."),
    tone: "bg-sky-soft text-sky-ink",
  },
  verified: {
    icon: BadgeCheck,
    title: t("Your identity is verified"),
    text: t("Nothing stands in your way."),
    tone: "bg-ok-soft text-ok-ink",
  },
  expired: {
    icon: IdCard,
    title: t("Your identity document has expired"),
    text: t("Please send a new one to go live again."),
    tone: "bg-gold-soft text-gold-ink",
  },
  rejected: {
    icon: CircleX,
    title: t("Your documents were rejected"),
    text: t("Please contact us if you think that this is a mistake."),
    tone: "bg-danger-soft text-danger-ink",
  },
});

type StatusBannerProps = {
  state: VerificationState;
  reason?: string | undefined;
  /** Instead of the usual text. */
  text?: string | undefined;
  children?: ReactNode;
};

/** How far an identity check is, and what can be done. */
export function StatusBanner({ state, reason, text, children }: StatusBannerProps) {
  const { icon: Icon, title, text: usual, tone } = looks()[state];
  return (
    <section
      aria-label={t("Identity check")}
      className="mb-5 rounded-lg border border-line bg-s1 p-4 lg:p-5"
    >
      <div className="flex items-start gap-4">
        <span className={cx("grid size-11 shrink-0 place-items-center rounded-full", tone)}>
          <Icon size={22} aria-hidden />
        </span>
        <div className="min-w-0">
          <h2 className="text-h3 font-bold">{title}</h2>
          {reason && state === "rejected" && (
            <p className="text-body font-medium">{t("Reason: {reason}", { reason })}</p>
          )}
          <p className="text-label text-fg2">{text ?? usual}</p>
        </div>
      </div>
      {children && <div className="mt-5 border-t border-line pt-5">{children}</div>}
    </section>
  );
}
