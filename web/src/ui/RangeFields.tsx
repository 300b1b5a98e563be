import type { Days } from "@/lib/range";
import { TextField } from "@/ui/Field";
import { t } from "./texts";

type RangeFieldsProps = Days & { onChange: (days: Days) => void };

/** From and to, as days. */
export function RangeFields({ from, to, onChange }: RangeFieldsProps) {
  return (
    <>
      <TextField
        label={t("From")}
        type="date"
        value={from ?? ""}
        max={to}
        onChange={(event) => onChange({ from: event.target.value, to })}
      />
      <TextField
        label={t("To")}
        type="date"
        value={to ?? ""}
        min={from}
        onChange={(event) => onChange({ from, to: event.target.value })}
      />
    </>
  );
}
