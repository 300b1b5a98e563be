import { Minus, Plus } from "lucide-react";
import { useId, useState } from "react";
import { IconButton } from "@/ui/Button";
import { t } from "./texts";

type QuantityProps = {
  value: number;
  /** At most so many. */
  most: number;
  onChange: (value: number) => void;
};

/** How many of something: by buttons, or typed. */
export function Quantity({ value, most, onChange }: QuantityProps) {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  return (
    <div className="flex items-center gap-3">
      <label htmlFor={id} className="me-auto text-label font-semibold">
        {t("Quantity")}
      </label>
      <div className="flex items-center rounded-md border border-line2">
        <IconButton label={t("One less")} disabled={value <= 1} onClick={() => onChange(value - 1)}>
          <Minus size={17} aria-hidden />
        </IconButton>
        <input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          maxLength={3}
          className="tnum h-11 w-12 bg-transparent text-center text-body font-bold"
          value={typed ?? value}
          onChange={({ target }) => {
            setTyped(target.value);
            const wanted = Number(target.value);
            if (Number.isInteger(wanted) && wanted >= 1) onChange(Math.min(wanted, most));
          }}
          onBlur={() => setTyped(undefined)}
        />
        <IconButton
          label={t("One more")}
          disabled={value >= most}
          onClick={() => onChange(value + 1)}
        >
          <Plus size={17} aria-hidden />
        </IconButton>
      </div>
    </div>
  );
}
