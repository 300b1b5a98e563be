import { locale } from "@/lib/locale";

const regions = new Intl.DisplayNames(locale.names, { type: "region", fallback: "code" });
const tongues = new Intl.DisplayNames(locale.names, { type: "language", fallback: "code" });

/** "PT" → "Portugal"; what is no country code stays as it is. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/i.test(code) ? (regions.of(code.toUpperCase()) ?? code) : code;
}

/** "pt" → "Portuguese"; what is no language code stays as it is. */
export function languageName(code: string): string {
  return /^[a-z]{2,3}$/i.test(code) ? (tongues.of(code.toLowerCase()) ?? code) : code;
}
