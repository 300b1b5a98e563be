import { cx } from "@/lib/cx";
import { chancesOf, percent, type Slice } from "./geometry";
import { t } from "./texts";

type OddsProps = { slices: readonly Slice[]; won?: number | undefined };

/** Every segment with its chance, in words: what the picture shows to the eye. */
export function Odds({ slices, won }: OddsProps) {
  const chances = chancesOf(slices);
  return (
    <ul aria-label={t("Odds")} className="grid gap-x-5 sm:grid-cols-2">
      {slices.map(({ label, color }, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a slice is its place on the wheel.
          key={index}
          className={cx(
            "flex min-h-8 items-center gap-2.5 rounded-sm px-2 text-label",
            won === index && "bg-gold-soft font-bold text-gold-ink",
          )}
        >
          <Swatch color={color} />
          <span className="min-w-0 flex-1 truncate" title={label}>
            {label}
          </span>
          <span className="tnum text-caption text-fg2">{percent(chances[index] ?? 0)}</span>
        </li>
      ))}
    </ul>
  );
}

export function Swatch({ color }: { color: string }) {
  return (
    <i
      aria-hidden
      className="size-3 shrink-0 rounded-full ring-1 ring-line2"
      style={{ background: color }}
    />
  );
}
