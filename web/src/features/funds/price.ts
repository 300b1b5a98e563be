import type { Package } from "./api";

type Priced = { priceText: string; currency: string };

/** A price as people write it: "€24.99". `priceText` has the decimals of the currency. */
export function priceOf({ priceText, currency }: Priced): string {
  return Number(priceText).toLocaleString("en-US", { style: "currency", currency });
}

const tenThousandths = 10_000;

/** What one token costs, the bonus counted: "€0.0834". */
export function perToken({ pricePerToken, currency }: Pick<Package, "pricePerToken" | "currency">) {
  return (pricePerToken / tenThousandths).toLocaleString("en-US", {
    style: "currency",
    currency,
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
