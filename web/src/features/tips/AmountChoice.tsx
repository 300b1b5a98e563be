import { useId } from "react";
import { cx } from "@/lib/cx";
import { Coin } from "@/ui/Coin";
import { t } from "./texts";

type AmountChoiceProps = {
  /** In tokens. */
  amounts: readonly number[];
  chosen: number;
  onChoose: (amount: number) => void;
};

/** The amounts as one group of radio buttons: arrows move between them. */
export function AmountChoice({ amounts, chosen, onChoose }: AmountChoiceProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="sr-only">{t("Tip amount")}</legend>
      <div className="grid grid-cols-4 gap-2">
        {amounts.map((amount) => (
          <label key={amount}>
            <input
              type="radio"
              name={name}
              value={amount}
              checked={amount === chosen}
              onChange={() => onChoose(amount)}
              aria-label={t("{count, plural, one {# token} other {# tokens}}", { count: amount })}
              className="peer sr-only"
            />
            <span
              className={cx(
                "tnum flex h-11 items-center justify-center gap-1.5 rounded-md border text-body font-bold transition-colors peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-brand-ink",
                amount === chosen
                  ? "border-gold bg-gold-soft text-gold-ink"
                  : "border-line bg-s2 text-fg2 hover:border-line2 hover:text-fg",
              )}
            >
              <Coin size={14} />
              {amount}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
