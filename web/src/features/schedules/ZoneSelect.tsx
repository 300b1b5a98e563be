import { useQuery } from "@tanstack/react-query";
import { timezones } from "@/settings/timezones";
import { Select, type SelectProps } from "@/ui/Field";
import { LoadFailure } from "@/ui/States";
import { t } from "./texts";

type ZoneSelectProps = Omit<SelectProps, "options"> & {
  /** The zone that is chosen: this browser may call one differently than the server. */
  chosen: string;
};

/** A time zone. */
export function ZoneSelect({ chosen, ...select }: ZoneSelectProps) {
  const zones = useQuery(timezones());
  const options = (zones.data?.data ?? []).map(({ name, label }) => ({ value: name, label }));
  if (chosen && !options.some(({ value }) => value === chosen)) {
    options.unshift({ value: chosen, label: chosen });
  }
  return (
    <div>
      {/* A select takes a form's value when it is mounted, so it is mounted anew with its choices. */}
      <Select key={options.length} options={options} {...select} />
      <LoadFailure query={zones} what={t("The list of time zones")} />
    </div>
  );
}
