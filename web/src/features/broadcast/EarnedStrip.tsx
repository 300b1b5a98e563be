import { useQuery } from "@tanstack/react-query";
import { countOf, formatTokens } from "@/lib/format";
import { Coin } from "@/ui/Coin";
import { LoadFailure } from "@/ui/States";
import { liveEarnings } from "./api";

/** What this show has earned so far; follows each tip. */
export function EarnedStrip({ over = false }: { over?: boolean }) {
  const earned = useQuery(liveEarnings());
  const { data } = earned;
  if (data === undefined) return <LoadFailure query={earned} what="What you earned" />;
  if (over) {
    return (
      <span className="inline-flex h-[22px] items-center gap-1 rounded-xs bg-black/65 px-1.5 text-micro font-semibold text-white">
        <Coin size={14} />
        <span className="tnum">{formatTokens(data.net)}</span>
        <span className="sr-only">tokens earned in this show</span>
      </span>
    );
  }
  return (
    <p aria-live="polite" className="flex items-center gap-2 text-label">
      <Coin size={22} />
      <span>
        <b className="tnum text-h3 font-extrabold">{countOf(data.net, "token")}</b>{" "}
        <span className="text-fg2">earned in this show · {countOf(data.tips, "tip")}</span>
      </span>
    </p>
  );
}
