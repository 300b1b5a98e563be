import { useId } from "react";
import { cx } from "@/lib/cx";

type ChoicesProps<T extends string> = {
  label: string;
  list: readonly { id: T; label: string }[];
  chosen: T;
  onChoose: (id: T) => void;
};

/** A few words of which one holds; arrows move between them. */
export function Choices<T extends string>({ label, list, chosen, onChoose }: ChoicesProps<T>) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 text-label font-semibold">{label}</legend>
      <div className="grid grid-cols-3 gap-2">
        {list.map(({ id, label: text }) => (
          <label key={id}>
            <input
              type="radio"
              name={name}
              value={id}
              checked={id === chosen}
              onChange={() => onChoose(id)}
              className="peer sr-only"
            />
            <span
              className={cx(
                "flex min-h-11 items-center justify-center rounded-md border px-2 py-1.5 text-center text-label leading-tight font-semibold transition-colors peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-brand-ink",
                id === chosen
                  ? "border-violet-ink bg-violet-soft text-violet-ink"
                  : "border-line bg-s2 text-fg2 hover:border-line2 hover:text-fg",
              )}
            >
              {text}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
