import { locale } from "@/i18n/locale";

/** How many decimals a currency has: 2 for USD, 0 for JPY (ISO 4217). */
export function decimalsOf(currency: string): number {
  const { maximumFractionDigits } = new Intl.NumberFormat(locale.numbers, {
    style: "currency",
    currency,
  }).resolvedOptions();
  return maximumFractionDigits ?? 2;
}

/** Minor units as people write them: 2499 of EUR → "24.99". No fraction is ever computed. */
export function minorText(minor: number, currency: string): string {
  const decimals = decimalsOf(currency);
  const digits = String(Math.abs(minor)).padStart(decimals + 1, "0");
  const sign = minor < 0 ? "-" : "";
  if (decimals === 0) return sign + digits;
  const point = digits.length - decimals;
  return formatDecimal(`${sign}${digits.slice(0, point)}.${digits.slice(point)}`, false);
}

/** A decimal such as "1234.50" as the language writes it. Its digits stay text, so none is rounded. */
export function formatDecimal(digits: string, useGrouping = true): string {
  const decimals = digits.split(".")[1]?.length ?? 0;
  const { format } = new Intl.NumberFormat(locale.numbers, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping,
  });
  return isNumeric(digits) ? format(digits) : digits;
}

function isNumeric(digits: string): digits is `${number}` {
  return digits !== "" && Number.isFinite(Number(digits));
}

/** "24.99" of EUR → 2499; undefined for what is no amount of this currency. */
export function minorOf(text: string, currency: string): number | undefined {
  const decimals = decimalsOf(currency);
  const [, whole, fraction = ""] = /^(\d{1,12})(?:\.(\d*))?$/.exec(text.trim()) ?? [];
  if (whole === undefined || fraction.length > decimals) return undefined;
  return Number(whole + fraction.padEnd(decimals, "0"));
}
