import { locale } from "@/i18n/locale";
import { type PublicSettings, useSettings } from "@/settings/api";
import type { Package } from "./api";

type Rated = Pick<Package, "pricePerToken" | "currency">;
type Priced = { priceText: string; currency: string };

type Sign = Pick<PublicSettings, "currency" | "currencySymbol">;

/** Prices with the operator's sign for the site's currency; see `priceOf` and `perToken`. */
export function usePrices() {
  const { currency, currencySymbol } = useSettings();
  const sign = { currency, currencySymbol };
  return {
    priceOf: (one: Priced) => priceOf(one, sign),
    perToken: (one: Rated) => perToken(one, sign),
  };
}

/** A price as people write it: "€24.99". `priceText` has the decimals of the currency. */
export function priceOf({ priceText, currency }: Priced, sign: Sign): string {
  return signed(Number(priceText), currency, sign);
}

// The code instead of a sign says that the operator has none of their own.
function signed(
  amount: number,
  currency: string,
  sign: Sign,
  options: Intl.NumberFormatOptions = {},
): string {
  const isOwn = currency === sign.currency && sign.currencySymbol !== currency;
  return new Intl.NumberFormat(locale.numbers, { style: "currency", currency, ...options })
    .formatToParts(amount)
    .map(({ type, value }) => (type === "currency" && isOwn ? sign.currencySymbol : value))
    .join("");
}

const tenThousandths = 10_000;

/** What one token costs, the bonus counted: "€0.0834". */
export function perToken({ pricePerToken, currency }: Rated, sign: Sign): string {
  return signed(pricePerToken / tenThousandths, currency, sign, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 4,
  });
}

/**
 * The ids of the packages whose token costs least, by whole numbers: nothing is
 * rounded in a package's favour. None when there is nothing to compare, or no difference.
 */
export function bestValue(all: readonly Package[]): Set<string> {
  const best = new Set<string>();
  if (new Set(all.map(({ currency }) => currency)).size !== 1) return best;
  for (const one of all) {
    if (all.every((other) => compare(one, other) <= 0)) best.add(one._id);
  }
  return best.size === all.length ? new Set() : best;
}

// By cross-multiplication: price a × tokens b against price b × tokens a.
function compare(a: Package, b: Package): number {
  const [left, right] = [BigInt(a.price) * hundredths(b), BigInt(b.price) * hundredths(a)];
  return left < right ? -1 : left > right ? 1 : 0;
}

function hundredths({ tokens, bonus }: Package): bigint {
  return BigInt(Math.round((tokens + bonus) * 100));
}
