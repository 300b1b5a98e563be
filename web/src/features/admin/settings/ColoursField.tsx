import { useId } from "react";
import { type Colours, contrastOf, paletteFrom } from "@/lib/color";
import { TextField } from "@/ui/Field";
import { t } from "./texts";

type ColoursFieldProps = {
  label: string;
  hint: string;
  error: string | undefined;
  colours: Colours;
  problemOf: (part: keyof Colours) => string | undefined;
  onChange: (colours: Colours) => void;
};

const names = (): Record<keyof Colours, { label: string; ink: string }> => ({
  brand: { label: t("Brand"), ink: "#ffffff" },
  success: { label: t("Success"), ink: "#161213" },
});
const parts: readonly (keyof Colours)[] = ["brand", "success"];

/** The operator's two colours, with what they look like; unreadable ones are refused while chosen. */
export function ColoursField(props: ColoursFieldProps) {
  const { label, hint, error, colours, problemOf, onChange } = props;
  const result = paletteFrom(colours);
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-label font-semibold">{label}</legend>
      <div className="grid gap-4 sm:grid-cols-2">
        {parts.map((part) => (
          <Colour
            key={part}
            part={part}
            value={colours[part]}
            error={
              problemOf(part) ??
              ("problem" in result && result.field === part ? result.problem : undefined)
            }
            onChange={(value) => onChange({ ...colours, [part]: value })}
          />
        ))}
      </div>
      <p className="mt-2 text-caption text-fg3">{error ?? hint}</p>
    </fieldset>
  );
}

type ColourProps = {
  part: keyof Colours;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

function Colour({ part, value, error, onChange }: ColourProps) {
  const { label, ink } = names()[part];
  const contrast = contrastOf(value, ink);
  const id = useId();
  return (
    <div className="grid gap-2">
      <div className="flex items-end gap-2">
        <span className="min-w-0 flex-1">
          <TextField
            label={label}
            value={value}
            error={error}
            spellCheck={false}
            maxLength={7}
            hint={
              contrast
                ? t("Contrast {contrast}", { contrast: contrast.toFixed(2) })
                : t("Such as #a2252d")
            }
            onChange={(event) => onChange(event.target.value.trim())}
          />
        </span>
        <label htmlFor={id} className="sr-only">
          {t("{label}, pick a colour", { label })}
        </label>
        <input
          id={id}
          type="color"
          value={contrast === undefined ? "#000000" : value}
          onChange={(event) => onChange(event.target.value)}
          className="mt-[26px] size-11 shrink-0 cursor-pointer self-start rounded-md border border-line2 bg-s2 p-1"
        />
      </div>
      <span
        aria-hidden
        className="grid h-11 place-items-center rounded-md text-label font-semibold"
        style={{ background: value, color: ink }}
      >
        {part === "brand" ? t("Go live") : t("Verified")}
      </span>
    </div>
  );
}
