import { useQuery } from "@tanstack/react-query";
import { countryChoices } from "@/performers/choices";
import { Select, type SelectProps } from "@/ui/Field";
import { LoadFailure } from "@/ui/States";
import { countries } from "./api";
import { t } from "./texts";

/** A choice of countries; its value is the ISO 3166-1 alpha-2 code. */
export function CountrySelect(props: Omit<SelectProps, "options">) {
  const all = useQuery(countries());
  const options = countryChoices(all.data);
  // A select takes a form's value when it is mounted, so it is mounted anew with its choices.
  return (
    <div>
      <Select
        key={options.length}
        placeholder={t("Choose a country")}
        {...props}
        options={options}
      />
      <LoadFailure query={all} what={t("The list of countries")} />
    </div>
  );
}
