import { Check, Clock, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { cx } from "@/lib/cx";
import { Badge } from "@/ui/Badge";
import { LinkButton } from "@/ui/Button";
import { isReady, type Need } from "./readiness";
import { t } from "./texts";

/** What a performer still needs before she can go live, and the next step. No camera is asked for. */
export function NotReady({ needs }: { needs: readonly Need[] }) {
  const waiting = needs.every(({ state }) => state !== "open") && !isReady(needs);
  return (
    <section className="mx-auto w-full max-w-[640px] px-4 py-10 lg:py-16">
      <h1 className="text-h1 font-extrabold tracking-[-.02em]">
        {waiting ? t("Almost there") : t("Before you go live")}
      </h1>
      <p className="mt-1 text-body text-fg2">
        {waiting
          ? t("You can go live as soon as we have checked your documents.")
          : t("Your stage opens when these are done.")}
      </p>
      <ol className="mt-6 grid gap-3">
        {needs.map((need) => (
          <Step key={need.title} {...need} />
        ))}
      </ol>
    </section>
  );
}

const looks: Record<Need["state"], { icon: ReactNode; tone: string; word: () => ReactNode }> = {
  done: {
    icon: <Check size={20} aria-hidden />,
    tone: "bg-ok-soft text-ok-ink",
    word: () => <Badge tone="ok">{t("Done")}</Badge>,
  },
  waiting: {
    icon: <Clock size={20} aria-hidden />,
    tone: "bg-gold-soft text-gold-ink",
    word: () => <Badge tone="gold">{t("Waiting for us")}</Badge>,
  },
  open: {
    icon: <TriangleAlert size={20} aria-hidden />,
    tone: "bg-danger-soft text-danger-ink",
    word: () => <Badge tone="danger">{t("To do")}</Badge>,
  },
};

function Step({ title, text, state, action }: Need) {
  const { icon, tone, word } = looks[state];
  return (
    <li className="flex gap-4 rounded-lg border border-line bg-s1 p-4 lg:p-5">
      <span className={cx("grid size-11 shrink-0 place-items-center rounded-full", tone)}>
        {icon}
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="flex flex-wrap items-center gap-2 text-h3 font-bold">
          {title} {word()}
        </h2>
        <p className="mt-0.5 text-label font-normal text-fg2 [overflow-wrap:anywhere]">{text}</p>
        {action && (
          <LinkButton href={action.href} variant="brand" className="mt-3">
            {action.label}
          </LinkButton>
        )}
      </div>
    </li>
  );
}
