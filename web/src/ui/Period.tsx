import { type Days, presetsAt, zoneName } from "@/lib/range";
import { Chip } from "./Chip";
import { RangeFields } from "./RangeFields";
import { t } from "./texts";

type PeriodProps = {
  days: Days;
  onChange: (days: Days) => void;
  /** Both days may be empty, which is all there is. */
  whole?: boolean;
};

/** Chooses a time, by one press or by two days. */
export function Period({ days, onChange, whole = false }: PeriodProps) {
  return (
    <div className="mb-5 grid grid-cols-1 gap-3">
      <fieldset className="noscroll flex min-w-0 gap-2 overflow-x-auto">
        <legend className="sr-only">{t("Period")}</legend>
        {presetsAt(Date.now()).map(({ id, label, from, to }) => (
          <Chip
            key={id}
            selected={from === days.from && to === days.to}
            onClick={() => onChange({ from, to })}
          >
            {label}
          </Chip>
        ))}
        {whole && (
          <Chip selected={!days.from && !days.to} onClick={() => onChange({ from: "", to: "" })}>
            {t("All")}
          </Chip>
        )}
      </fieldset>
      <div className="grid max-w-md grid-cols-2 gap-3">
        <RangeFields {...days} onChange={onChange} />
      </div>
      <p className="text-caption text-fg3">
        {t("Days are those of your time zone, {zone}.", { zone: zoneName() })}
      </p>
    </div>
  );
}
