import { type FormEvent, useState } from "react";
import { ApiError, messageOf } from "@/api/errors";
import { FieldError, Select, TextField } from "@/ui/Field";
import { SaveButton } from "@/ui/SaveButton";
import { Checkbox, Switch } from "@/ui/Toggle";
import { toast } from "@/ui/toast";
import { type Gateway, type GatewayField, useSetUp } from "./api";
import { t } from "./texts";

/** One gateway's fields as the server describes them. A secret that is left empty stays as it is. */
export function GatewayForm({ gateway }: { gateway: Gateway }) {
  const { _id, name, form, takes } = gateway;
  const setUp = useSetUp();
  const [values, setValues] = useState<Record<string, string>>(gateway.values);
  const [isActive, setIsActive] = useState(gateway.isActive);
  const [currencies, setCurrencies] = useState<string[]>(gateway.currencies);
  const fields = setUp.error instanceof ApiError ? setUp.error.fields : {};
  const isShown = form.some((one) => fields[one.name] !== undefined);

  function save(event: FormEvent) {
    event.preventDefault();
    setUp.mutate(
      { id: _id, values, isActive, currencies },
      {
        onSuccess: (saved) => {
          setValues(saved.values); // what was typed as a secret is not kept here
          setIsActive(saved.isActive);
          if (saved.waits) {
            toast.info(t("{name} waits for a second admin.", { name }));
            return;
          }
          toast.success(
            saved.problem
              ? t("{name} is saved, and cannot be used yet.", { name })
              : saved.isActive
                ? t("{name} is saved and active.", { name })
                : t("{name} is saved.", { name }),
          );
        },
      },
    );
  }

  return (
    <form noValidate aria-label={name} className="mt-2 grid gap-5" onSubmit={save}>
      {form.map((one) => (
        <Line
          key={one.name}
          field={one}
          value={values[one.name] ?? ""}
          isSet={gateway.set.includes(one.name)}
          error={fields[one.name]}
          onChange={(value) => setValues({ ...values, [one.name]: value })}
        />
      ))}
      {takes.length > 1 && (
        <fieldset>
          <legend className="text-label font-semibold">{t("Offered for")}</legend>
          <p className="text-caption text-fg3">{t("None ticked: every currency that it takes.")}</p>
          <div className="grid grid-cols-[repeat(auto-fill,minmax(72px,1fr))] gap-x-3">
            {takes.map((code) => (
              <Checkbox
                key={code}
                label={code}
                checked={currencies.includes(code)}
                onChange={({ target }) =>
                  setCurrencies(
                    target.checked
                      ? [...currencies, code]
                      : currencies.filter((other) => other !== code),
                  )
                }
              />
            ))}
          </div>
          {fields.currencies && <FieldError>{fields.currencies}</FieldError>}
        </fieldset>
      )}
      <Switch
        label={t("Active")}
        hint={t("Members can pay with it.")}
        checked={isActive}
        onChange={({ target }) => setIsActive(target.checked)}
      />
      {setUp.error && !isShown && !fields.currencies && (
        <FieldError>{messageOf(setUp.error)}</FieldError>
      )}
      <SaveButton pending={setUp.isPending}>{t("Save {name}", { name })}</SaveButton>
    </form>
  );
}

const switched = (): Record<string, string> => ({ yes: t("Yes"), no: t("No") });

type LineProps = {
  field: GatewayField;
  value: string;
  /** A secret of it is stored. */
  isSet: boolean;
  error: string | undefined;
  onChange: (value: string) => void;
};

function Line({ field, value, isSet, error, onChange }: LineProps) {
  const { label, help, secret, optional, options } = field;
  const shared = { label, error, hint: help || undefined, required: !optional && !isSet };
  if (options && options.length > 0) {
    return (
      <Select
        {...shared}
        options={options.map((one) => ({ value: one, label: switched()[one] ?? one }))}
        value={value || field.default || options[0]}
        onChange={({ target }) => onChange(target.value)}
      />
    );
  }
  return (
    <TextField
      {...shared}
      type={secret ? "password" : "text"}
      autoComplete={secret ? "new-password" : "off"}
      placeholder={secret && isSet ? t("Set. Leave empty to keep it") : field.default}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
