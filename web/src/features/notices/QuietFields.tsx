import { useQuery } from "@tanstack/react-query";
import { timezones } from "@/settings/timezones";
import { Select, TextField } from "@/ui/Field";
import { field } from "@/ui/Form";
import { LoadFailure } from "@/ui/States";
import type { PreferencesForm } from "./choice";
import { t } from "./texts";

/** From when to when, on which clock. */
export function QuietFields({ form }: { form: PreferencesForm }) {
  const zones = useQuery(timezones());
  const options = (zones.data?.data ?? []).map(({ name, label }) => ({ value: name, label }));
  const { timezone } = form.getValues("quietHours");
  // That of this browser may be called differently by the server.
  if (!options.some(({ value }) => value === timezone))
    options.unshift({ value: timezone, label: timezone });
  return (
    <div className="grid gap-4 sm:grid-cols-[1fr_1fr_2fr]">
      <TextField type="time" label={t("From")} {...field(form, "quietHours.from")} />
      <TextField type="time" label={t("To")} {...field(form, "quietHours.to")} />
      <div>
        {/* A select takes a form's value when it is mounted, so it is mounted anew with its choices. */}
        <Select
          key={options.length}
          label={t("Time zone")}
          options={options}
          {...field(form, "quietHours.timezone")}
        />
        <LoadFailure query={zones} what={t("The list of time zones")} />
      </div>
    </div>
  );
}
