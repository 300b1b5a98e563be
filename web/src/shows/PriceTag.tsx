import { formatTokens } from "@/lib/format";
import { t } from "./texts";

/** Tokens a minute, as a button shows them. */
export function PriceTag({ price }: { price: number }) {
  return (
    <span className="tnum">
      {formatTokens(price)}
      <span aria-hidden>{t("/min")}</span>
      <span className="sr-only"> {t("tokens a minute")}</span>
    </span>
  );
}

/** The same under the icon of a round button at the edge of a phone's room. */
export function RailPrice({ price }: { price: number }) {
  return (
    <span
      aria-hidden
      className="tnum pointer-events-none absolute inset-x-0 -bottom-1.5 mx-auto w-fit rounded-full bg-black/80 px-1.5 text-micro leading-4 font-bold text-white after:content-['/m']"
    >
      {/* The unit is drawn by the style: a name that is spoken must hold the words that are seen. */}
      {formatTokens(price)}
    </span>
  );
}
