type Limits = { tipLeast: number; tipMost: number; tipStep: number };

/** The amounts to choose from, in tokens: 15, 20 … 50 unless configured. */
export function tipAmounts({ tipLeast, tipMost, tipStep }: Limits): number[] {
  if (tipStep <= 0) return [tipLeast];
  const count = Math.max(0, Math.floor((tipMost - tipLeast) / tipStep));
  return Array.from({ length: count + 1 }, (_, index) => tipLeast + index * tipStep);
}

/** The amount chosen at first: the third, or the last of fewer. */
export function firstAmount(amounts: readonly number[]): number {
  return amounts[2] ?? amounts.at(-1) ?? 0;
}
