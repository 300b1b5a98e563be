import { useQuery } from "@tanstack/react-query";
import { formatTokens } from "@/lib/format";
import { Coin } from "@/ui/Coin";
import { LoadFailure } from "@/ui/States";
import { liveEarnings } from "./api";
import { t } from "./texts";

/** What this show has earned so far; follows each tip. */
export function EarnedStrip({ over = false }: { over?: boolean }) {
  const earned = useQuery(liveEarnings());
  const { data } = earned;
  if (data === undefined) return <LoadFailure query={earned} what={t("What you earned")} />;
  if (over) {
    return (
      <span className="inline-flex h-[22px] items-center gap-1 rounded-xs bg-black/65 px-1.5 text-micro font-semibold text-white">
        <Coin size={14} />
        <span className="tnum">{formatTokens(data.net)}</span>
        <span className="sr-only">{t("tokens earned in this show")}</span>
      </span>
    );
  }
  return (
    <p aria-live="polite" className="flex items-center gap-2 text-label">
      <Coin size={22} />
      <span>
        {t.rich(
          "<b>{net, plural, one {# token} other {# tokens}}</b> <note>earned in this show · {tips, plural, one {# tip} other {# tips}}</note>",
          {
            net: data.net,
            tips: data.tips,
            b: (words) => <b className="tnum text-h3 font-extrabold">{words}</b>,
            note: (words) => <span className="text-fg2">{words}</span>,
          },
        )}
      </span>
    </p>
  );
}
