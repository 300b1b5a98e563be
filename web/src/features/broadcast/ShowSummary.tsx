import { CircleAlert, CircleCheck, Eye, Gift, Timer } from "lucide-react";
import { paths } from "@/app/paths";
import { formatCompact } from "@/lib/format";
import { formatDuration } from "@/lib/time";
import { Button, LinkButton } from "@/ui/Button";
import { Stat } from "@/ui/Card";
import { Coin } from "@/ui/Coin";
import type { EndReason, Summary } from "./machine";
import { t } from "./texts";

const words = (): Record<EndReason, { title: string; text: string }> => ({
  stopped: { title: t("That was your show"), text: t("Well done. Here is how it went.") },
  lost: {
    title: t("Your show has ended"),
    text: t(
      "The picture was away for more than 30 seconds, so the show was closed for your viewers.",
    ),
  },
  unseen: {
    title: t("Your show did not start"),
    text: t(
      "No picture of yours arrived in time, so nobody has seen you. Check your camera and your connection, then go live again.",
    ),
  },
  moderator: {
    title: t("Your show was ended by the site's staff"),
    text: t("Write to support if you do not know why."),
  },
  maintenance: {
    title: t("Your show has ended"),
    text: t("The site closed for maintenance. You can go live again when it is back."),
  },
  fault: {
    title: t("Your show has ended"),
    text: t("Something went wrong on our side. You can go live again at once."),
  },
  ended: { title: t("Your show has ended"), text: t("It was ended from another device.") },
});

/** How the show went. What is not known is not shown. */
export function ShowSummary({ summary, onAgain }: { summary: Summary; onAgain: () => void }) {
  const { reason, duration, mostViewers, tips, net } = summary;
  const { title, text } = words()[reason];
  return (
    <section className="mx-auto w-full max-w-[640px] px-4 py-10 lg:py-16" aria-live="polite">
      {reason === "stopped" ? (
        <span className="grid size-14 place-items-center rounded-full bg-ok-soft text-ok-ink">
          <CircleCheck size={28} aria-hidden />
        </span>
      ) : (
        <span className="grid size-14 place-items-center rounded-full bg-gold-soft text-gold-ink">
          <CircleAlert size={28} aria-hidden />
        </span>
      )}
      <h1 className="mt-4 text-h1 font-extrabold tracking-[-.02em]">{title}</h1>
      <p className="mt-1 text-body text-fg2">{text}</p>
      <dl className="mt-6 grid grid-cols-2 gap-3">
        {duration !== undefined && (
          <Stat label={t("On air")} value={formatDuration(duration)} icon={<Timer size={16} />} />
        )}
        {mostViewers !== undefined && (
          <Stat
            label={t("Most viewers")}
            value={formatCompact(mostViewers)}
            icon={<Eye size={16} />}
          />
        )}
        {tips !== undefined && (
          <Stat label={t("Tips")} value={formatCompact(tips)} icon={<Gift size={16} />} />
        )}
        {net !== undefined && (
          <Stat
            label={t("You earned")}
            value={t("{count, plural, one {# token} other {# tokens}}", { count: net })}
            icon={<Coin size={16} />}
          />
        )}
      </dl>
      <div className="mt-6 flex flex-wrap gap-2">
        <Button variant="brand" size="lg" onClick={onAgain}>
          {t("Go live again")}
        </Button>
        <LinkButton href={paths.performer.earning()} variant="outline" size="lg">
          {t("See my earnings")}
        </LinkButton>
      </div>
    </section>
  );
}
