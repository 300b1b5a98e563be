import type { ReactNode } from "react";
import { cx } from "@/lib/cx";
import { Coin } from "@/ui/Coin";

type FiguresProps = { over: boolean; label: string; children: ReactNode };

/** The figures of a running show: a panel, or a pill over the picture of a phone. */
export function Figures({ over, label, children }: FiguresProps) {
  return (
    <dl
      aria-label={label}
      className={cx(
        "tnum flex flex-wrap items-center",
        over
          ? "gap-x-3 rounded-full bg-black/55 px-3 py-1.5 text-white backdrop-blur-md"
          : "gap-x-8 gap-y-3 rounded-lg border border-line bg-s1 px-5 py-4",
      )}
    >
      {children}
    </dl>
  );
}

/** Stands where a figure could not be loaded: 0 would be a statement. */
export const unknownFigure = "–";

type FigureProps = { over: boolean; label: string; value: string; coin?: boolean };

export function Figure({ over, label, value, coin = false }: FigureProps) {
  return (
    <div className={over ? "flex items-baseline gap-1" : "min-w-20"}>
      <dt className={over ? "text-micro text-white/75" : "text-caption text-fg2"}>{label}</dt>
      <dd
        className={cx(
          "flex items-center gap-1.5 font-bold",
          over ? "text-caption" : "mt-0.5 text-h3",
        )}
      >
        {coin && <Coin size={over ? 12 : 18} />}
        {value}
      </dd>
    </div>
  );
}
