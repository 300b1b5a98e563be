import { useId } from "react";
import { cx } from "@/lib/cx";
import { formatTokens } from "@/lib/format";
import { Coin } from "@/ui/Coin";
import type { MenuItem } from "./api";
import { t } from "./texts";

type MenuChoiceProps = {
  items: readonly MenuItem[];
  chosen: string;
  onChoose: (id: string) => void;
};

/** The tip menu as one group of radio buttons: arrows move between them. */
export function MenuChoice({ items, chosen, onChoose }: MenuChoiceProps) {
  const name = useId();
  return (
    <fieldset>
      <legend className="sr-only">{t("Tip menu")}</legend>
      <div className="grid max-h-52 gap-1.5 overflow-y-auto overscroll-contain p-0.5 [scrollbar-width:thin]">
        {items.map(({ _id, label, token }) => (
          <label key={_id}>
            <input
              type="radio"
              name={name}
              value={_id}
              checked={_id === chosen}
              onChange={() => onChoose(_id)}
              aria-label={t("{label}, {count, plural, one {# token} other {# tokens}}", {
                label,
                count: token,
              })}
              className="peer sr-only"
            />
            <span
              className={cx(
                "flex min-h-11 items-center gap-3 rounded-md border px-3 py-1.5 text-label transition-colors peer-focus-visible:outline-2 peer-focus-visible:-outline-offset-2 peer-focus-visible:outline-brand-ink",
                _id === chosen
                  ? "border-gold bg-gold-soft text-fg"
                  : "border-line bg-s2 text-fg2 hover:border-line2 hover:text-fg",
              )}
            >
              <span className="min-w-0 flex-1 font-medium [overflow-wrap:anywhere]">{label}</span>
              <span className="tnum flex shrink-0 items-center gap-1.5 font-bold">
                <Coin size={14} />
                {formatTokens(token)}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
