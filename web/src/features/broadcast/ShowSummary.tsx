import { CircleCheck, Eye, Gift, Timer } from "lucide-react";
import { paths } from "@/app/paths";
import { countOf, formatCompact } from "@/lib/format";
import { formatDuration } from "@/lib/time";
import { Button, LinkButton } from "@/ui/Button";
import { Stat } from "@/ui/Card";
import { Coin } from "@/ui/Coin";
import type { EndReason, Summary } from "./machine";

const words: Record<EndReason, { title: string; text: string }> = {
  stopped: { title: "That was your show", text: "Well done. Here is how it went." },
  lost: {
    title: "Your show has ended",
    text: "The picture was away for more than 30 seconds, so the show was closed for your viewers.",
  },
  ended: { title: "Your show has ended", text: "It was ended from another device or by the site." },
};

/** How the show went. What is not known is not shown. */
export function ShowSummary({ summary, onAgain }: { summary: Summary; onAgain: () => void }) {
  const { reason, duration, mostViewers, tips, net } = summary;
  const { title, text } = words[reason];
  return (
    <section className="mx-auto w-full max-w-[640px] px-4 py-10 lg:py-16" aria-live="polite">
      <span className="grid size-14 place-items-center rounded-full bg-ok-soft text-ok-ink">
        <CircleCheck size={28} aria-hidden />
      </span>
      <h1 className="mt-4 text-h1 font-extrabold tracking-[-.02em]">{title}</h1>
      <p className="mt-1 text-body text-fg2">{text}</p>
      <dl className="mt-6 grid grid-cols-2 gap-3">
        {duration !== undefined && (
          <Stat label="On air" value={formatDuration(duration)} icon={<Timer size={16} />} />
        )}
        {mostViewers !== undefined && (
          <Stat label="Most viewers" value={formatCompact(mostViewers)} icon={<Eye size={16} />} />
        )}
        {tips !== undefined && (
          <Stat label="Tips" value={formatCompact(tips)} icon={<Gift size={16} />} />
        )}
        {net !== undefined && (
          <Stat label="You earned" value={countOf(net, "token")} icon={<Coin size={16} />} />
        )}
      </dl>
      <div className="mt-6 flex flex-wrap gap-2">
        <Button variant="brand" size="lg" onClick={onAgain}>
          Go live again
        </Button>
        <LinkButton href={paths.performer.earning()} variant="outline" size="lg">
          See my earnings
        </LinkButton>
      </div>
    </section>
  );
}
