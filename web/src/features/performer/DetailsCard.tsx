import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import { heights, weights } from "@/lib/units";
import { optional, required } from "@/lib/validate";
import { genderChoices } from "@/performers/genderChoices";
import { CountrySelect } from "@/settings/CountrySelect";
import { timezones } from "@/settings/timezones";
import { Card } from "@/ui/Card";
import { Select, TextField } from "@/ui/Field";
import { Form, field, useForm } from "@/ui/Form";
import { SaveButton } from "@/ui/SaveButton";
import { LoadFailure } from "@/ui/States";
import { toast } from "@/ui/toast";
import { type Performer, useUpdateProfile } from "./api";
import { t } from "./texts";

const schema = z.object({
  gender: required(),
  country: optional(),
  timezone: optional(),
  height: optional(),
  weight: optional(),
  hair: optional(),
  eyes: optional(),
  ethnicity: optional(),
  bodyType: optional(),
  sexualPreference: optional(),
});

const free = () =>
  [
    ["hair", t("Hair")],
    ["eyes", t("Eyes")],
    ["ethnicity", t("Ethnicity")],
    ["bodyType", t("Body type")],
    ["sexualPreference", t("Sexual preference")],
  ] as const;

/** The facts; all but the gender may be left untold. */
export function DetailsCard({ performer }: { performer: Performer }) {
  const update = useUpdateProfile();
  const zones = useQuery(timezones());
  const form = useForm(schema, valuesOf(performer));
  const zoneOptions = (zones.data?.data ?? []).map(({ name, label }) => ({ value: name, label }));

  async function save({ gender, country, ...rest }: z.output<typeof schema>) {
    const chosen = genderChoices().find(({ value }) => value === gender)?.value;
    await update.mutateAsync({
      ...rest,
      ...(chosen && { gender: chosen }),
      ...(country && { country }),
    });
    toast.success(t("Saved"));
  }

  return (
    <Card title={t("Details")}>
      <Form form={form} onSubmit={save} aria-label={t("Details")}>
        <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          <Select
            label={t("Gender")}
            placeholder={t("Choose")}
            options={genderChoices()}
            required
            {...field(form, "gender")}
          />
          <CountrySelect id="profile-country" label={t("Country")} {...field(form, "country")} />
          <Select
            key={zoneOptions.length}
            id="profile-timezone"
            label={t("Time zone")}
            placeholder={t("Choose")}
            options={zoneOptions}
            {...field(form, "timezone")}
          />
          <Select
            label={t("Height")}
            placeholder={t("Rather not say")}
            options={heights}
            {...field(form, "height")}
          />
          <Select
            label={t("Weight")}
            placeholder={t("Rather not say")}
            options={weights}
            {...field(form, "weight")}
          />
          {free().map(([name, label]) => (
            <TextField key={name} label={label} maxLength={40} {...field(form, name)} />
          ))}
        </div>
        <LoadFailure query={zones} what={t("The list of time zones")} />
        <SaveButton pending={form.formState.isSubmitting} />
      </Form>
    </Card>
  );
}

function valuesOf(performer: Performer) {
  const { gender, country, timezone, height, weight } = performer;
  const { hair, eyes, ethnicity, bodyType, sexualPreference } = performer;
  return {
    gender,
    country,
    timezone,
    height,
    weight,
    hair,
    eyes,
    ethnicity,
    bodyType,
    sexualPreference,
  };
}
