import { inOrder } from "@/i18n/locale";
import { countryName, languageName } from "./places";

type Coded = { code: string };
type Choice = { value: string; label: string };

/** Countries to choose from, by their names in the language of the page. */
export function countryChoices(list: readonly Coded[] = []): Choice[] {
  return choices(list, countryName);
}

/** Languages to choose from, likewise. */
export function languageChoices(list: readonly Coded[] = []): Choice[] {
  return choices(list, languageName);
}

function choices(list: readonly Coded[], nameOf: (code: string) => string): Choice[] {
  return list
    .map(({ code }) => ({ value: code, label: nameOf(code) }))
    .sort((one, other) => inOrder(one.label, other.label));
}
