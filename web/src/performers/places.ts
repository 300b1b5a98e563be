import { perLanguage } from "@/i18n/locale";

const regions = perLanguage(
  (code) => new Intl.DisplayNames(code, { type: "region", fallback: "code" }),
);
const tongues = perLanguage(
  (code) => new Intl.DisplayNames(code, { type: "language", fallback: "code" }),
);

/** "PT" → "Portugal"; what is no country code stays as it is. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/i.test(code) ? (regions().of(code.toUpperCase()) ?? code) : code;
}

/** "pt" → "Portuguese"; what is no language code stays as it is. */
export function languageName(code: string): string {
  return /^[a-z]{2,3}$/i.test(code) ? (tongues().of(code.toLowerCase()) ?? code) : code;
}
