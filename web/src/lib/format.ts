import { locale } from "@/i18n/locale";

const most = 10000;

/** A number with comma thousands and, unless told, 2 decimals (spec §9): 1234.5 → "1,234.50". */
export function formatNumber(value: number, decimals = 2): string {
  return value.toLocaleString(locale.numbers, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
}

/** Tokens as read in text: whole amounts without decimals, others with two. */
export function formatTokens(tokens: number): string {
  return formatNumber(tokens, Number.isInteger(tokens) ? 0 : 2);
}

/** A number for a narrow place: 10000 and above read 9999+ (spec §9). */
export function formatCompact(value: number): string {
  if (value >= most) return "9999+";
  return formatNumber(Math.floor(value), 0);
}

/** "1 token", "25 tokens". */
export function countOf(count: number, one: string, many = `${one}s`): string {
  return `${formatTokens(count)} ${count === 1 ? one : many}`;
}

/** Bytes as people read them: "840 KB", "2.4 MB", "1.3 GB". */
export function formatBytes(bytes: number): string {
  const amount = (value: number, unit: string, decimals = 1) =>
    `${formatNumber(value, decimals)} ${unit}`;
  if (bytes < 1_000_000) return amount(Math.ceil(bytes / 1000), "KB", 0);
  if (bytes < 1_000_000_000) return amount(bytes / 1_000_000, "MB");
  return amount(bytes / 1_000_000_000, "GB");
}
