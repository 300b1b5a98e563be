import { useId } from "react";
import { cx } from "@/lib/cx";
import { formatTokens } from "@/lib/format";
import { Badge } from "@/ui/Badge";
import { Coin } from "@/ui/Coin";
import type { Package } from "./api";
import { bestValue, usePrices } from "./price";
import { t } from "./texts";

type PackageChoiceProps = {
  packages: readonly Package[];
  chosen: string | undefined;
  /** One below the other, as in a drawer. */
  narrow?: boolean;
  onChoose: (id: string) => void;
};

/** The packages as cards of one choice: tokens, bonus, price, and what a token of each costs. */
export function PackageChoice({ packages, chosen, narrow, onChoose }: PackageChoiceProps) {
  const { perToken, priceOf } = usePrices();
  const name = useId();
  const best = bestValue(packages);
  return (
    <fieldset>
      <legend className="mb-2 text-label font-semibold">{t("Package")}</legend>
      <div className={cx("grid gap-3", !narrow && "sm:grid-cols-2 xl:grid-cols-3")}>
        {packages.map((one) => (
          <label
            key={one._id}
            className={cx(
              "relative flex min-h-11 flex-wrap items-start gap-3 rounded-lg border p-4 transition-colors",
              "has-focus-visible:outline-2 has-focus-visible:outline-offset-2",
              one._id === chosen ? "border-gold bg-gold-soft" : "border-line2 bg-s1 hover:bg-s2",
              one.gateways.length === 0 && "opacity-60",
            )}
          >
            <input
              type="radio"
              name={name}
              value={one._id}
              checked={one._id === chosen}
              disabled={one.gateways.length === 0}
              onChange={() => onChoose(one._id)}
              className="mt-1 size-4 shrink-0 accent-(--gold)"
            />
            <span className="min-w-32 flex-1">
              <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
                <span className="text-label font-semibold">{one.name}</span>
                {best.has(one._id) && <Badge tone="vip">{t("Best value")}</Badge>}
              </span>
              <span className="tnum mt-1 flex items-center gap-1.5 text-h3 font-bold">
                <Coin size={18} />
                {formatTokens(one.tokens + one.bonus)}
                <span className="text-caption font-normal text-fg2">{t("tokens")}</span>
              </span>
              {one.bonus > 0 && (
                <span className="tnum block text-caption text-ok-ink">
                  {t("{tokens} and {bonus} on top", { tokens: one.tokens, bonus: one.bonus })}
                </span>
              )}
              {one.gateways.length === 0 && (
                <span className="block text-caption text-fg2">{t("Cannot be paid for now")}</span>
              )}
            </span>
            <span className="ms-auto shrink-0 text-end">
              <span className="tnum block text-h3 font-bold">{priceOf(one)}</span>
              <span className="tnum block text-caption text-fg2">
                {t("{price} a token", { price: perToken(one) })}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
