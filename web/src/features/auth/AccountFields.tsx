import type { UseFormRegisterReturn } from "react-hook-form";
import * as z from "zod/mini";
import {
  alphanumeric,
  birthDate,
  eighteenYearsBefore,
  email,
  newPassword,
  optional,
} from "@/lib/validate";
import { useSettings } from "@/settings/api";
import { CountrySelect } from "@/settings/CountrySelect";
import { TextField } from "@/ui/Field";
import { PasswordField } from "@/ui/PasswordField";
import { t } from "./texts";

/** What every registration asks. `least` is the shortest password, in characters. */
export function accountShape(least: number) {
  return {
    username: alphanumeric().check(
      z.refine(
        ({ length }) => length >= 3 && length <= 30,
        t("Must have between 3 and 30 characters"),
      ),
    ),
    email: email(),
    password: newPassword(least),
    dateOfBirth: birthDate(),
    name: optional(),
    country: optional(),
  };
}

export const emptyAccount = {
  username: "",
  email: "",
  password: "",
  dateOfBirth: "",
  name: "",
  country: "",
};

type AccountFieldsProps = {
  /** The form's side of a field: `(name) => field(form, name)`. */
  bind: (name: keyof typeof emptyAccount) => UseFormRegisterReturn & { error: string | undefined };
  /** The password so far. */
  password: string;
  nameLabel?: string;
  nameHint?: string;
  birthLabel?: string;
};

/** The fields of the account itself, alike for every role. */
export function AccountFields(props: AccountFieldsProps) {
  const {
    bind,
    password,
    nameLabel = t("Name"),
    nameHint,
    birthLabel = t("Date of birth"),
  } = props;
  const { passwordMinimum } = useSettings();
  return (
    <>
      <TextField
        label={t("Username")}
        hint={t("Letters and digits. Everybody sees it.")}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        required
        {...bind("username")}
      />
      <TextField
        label={t("Email")}
        type="email"
        inputMode="email"
        autoComplete="email"
        required
        {...bind("email")}
      />
      <PasswordField
        label={t("Password")}
        autoComplete="new-password"
        strength={{ least: passwordMinimum, password }}
        required
        {...bind("password")}
      />
      <TextField
        label={birthLabel}
        type="date"
        autoComplete="bday"
        min="1900-01-01"
        max={eighteenYearsBefore(Date.now())}
        hint={t("You must be at least 18 years old.")}
        required
        {...bind("dateOfBirth")}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label={nameLabel} hint={nameHint} autoComplete="name" {...bind("name")} />
        <CountrySelect
          label={t("Country")}
          autoComplete="country"
          placeholder={t("Rather not say")}
          {...bind("country")}
        />
      </div>
    </>
  );
}
