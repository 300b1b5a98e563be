import { ArrowRight } from "lucide-react";
import { formatTokens } from "@/lib/format";
import type { Transfer } from "./api";
import { t } from "./texts";
import { placeName } from "./words";

/** What moved from where to where, in words. */
export function Legs({ legs }: { legs: Transfer["legs"] }) {
  return (
    <ul className="grid min-w-0 gap-1 text-start">
      {legs.map(({ source, target, amount }) => (
        <li
          key={`${source.account} ${target.account}`}
          className="flex flex-wrap items-center gap-x-1.5 text-caption"
        >
          <b className="tnum">{formatTokens(amount)}</b>
          <span title={source.account}>{placeName(source)}</span>
          <ArrowRight
            size={13}
            aria-label={t("to")}
            className="shrink-0 text-fg3 rtl:-scale-x-100"
          />
          <span title={target.account}>{placeName(target)}</span>
        </li>
      ))}
    </ul>
  );
}
