import { useQuery } from "@tanstack/react-query";
import { countryChoices } from "@/performers/choices";
import { countries } from "@/settings/api";
import { Select, TextField } from "@/ui/Field";
import { LoadFailure } from "@/ui/States";
import type { Delivery, DeliveryName, Problems } from "./delivery";
import { t } from "./texts";

type AddressFieldsProps = {
  delivery: Delivery;
  problems: Problems;
  onChange: (name: DeliveryName, value: string) => void;
};

const fields = () =>
  [
    { name: "name", label: t("Full name"), autoComplete: "shipping name", isWide: true },
    {
      name: "street",
      label: t("Street and number"),
      autoComplete: "shipping street-address",
      isWide: true,
    },
    { name: "city", label: t("City"), autoComplete: "shipping address-level2", isWide: false },
    {
      name: "postalCode",
      label: t("Postal code"),
      autoComplete: "shipping postal-code",
      isWide: false,
    },
    {
      name: "region",
      label: t("State or region"),
      autoComplete: "shipping address-level1",
      isWide: true,
    },
  ] as const;

const needed: readonly DeliveryName[] = ["name", "street", "city"];

/** Where a parcel goes. */
export function AddressFields({ delivery, problems, onChange }: AddressFieldsProps) {
  const known = useQuery(countries());
  return (
    <fieldset className="mt-5">
      <legend className="text-body font-bold">{t("Where it is sent")}</legend>
      <p className="mt-0.5 mb-3 text-caption text-fg3">
        {t("Only the seller reads it, while the order is open.")}
      </p>
      <div className="grid grid-cols-2 gap-x-3 gap-y-3.5">
        {fields().map(({ name, label, autoComplete, isWide }) => (
          <div key={name} className={isWide ? "col-span-2" : undefined}>
            <TextField
              label={label}
              name={name}
              value={delivery[name]}
              autoComplete={autoComplete}
              required={needed.includes(name)}
              maxLength={name === "postalCode" ? 16 : 100}
              error={problems[name]}
              onChange={({ target }) => onChange(name, target.value)}
            />
          </div>
        ))}
        <div className="col-span-2">
          <Select
            label={t("Country")}
            name="country"
            placeholder={t("Choose a country")}
            autoComplete="shipping country"
            required
            options={countryChoices(known.data)}
            value={delivery.country}
            error={problems.country}
            onChange={({ target }) => onChange("country", target.value)}
          />
          <LoadFailure query={known} what={t("The countries")} />
        </div>
      </div>
    </fieldset>
  );
}
