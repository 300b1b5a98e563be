import { FieldError } from "@/ui/Field";
import { Checkbox } from "@/ui/Toggle";

type WordsFieldProps = {
  label: string;
  hint: string;
  error: string | undefined;
  words: readonly string[];
  options: readonly string[];
  onChange: (words: string[]) => void;
};

/** Some of a few words. */
export function WordsField({ label, hint, error, words, options, onChange }: WordsFieldProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-label font-semibold">{label}</legend>
      <div className="flex flex-wrap gap-x-6">
        {options.map((option) => (
          <Checkbox
            key={option}
            label={option}
            checked={words.includes(option)}
            onChange={(event) =>
              onChange(
                options.filter((one) =>
                  one === option ? event.target.checked : words.includes(one),
                ),
              )
            }
          />
        ))}
      </div>
      {error ? (
        <FieldError>{error}</FieldError>
      ) : (
        hint && <p className="text-caption text-fg3">{hint}</p>
      )}
    </fieldset>
  );
}
