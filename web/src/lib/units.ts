export type Choice = { value: string; label: string };

const centimetresPerInch = 2.54;
const kilogramsPerPound = 0.45359237;
const poundsUnit = "lbs";

/** Height choices from 4'0 to 6'11 with centimetres (spec §5); the value is the feet and inches. */
export const heights: readonly Choice[] = range(4 * 12, 6 * 12 + 11).map((inches) => {
  const value = `${Math.floor(inches / 12)}'${inches % 12}`;
  return { value, label: `${value} (${Math.round(inches * centimetresPerInch)} cm)` };
});

/** Weight choices from 99 to 318 lbs with kilograms (spec §5); the value is the pounds. */
export const weights: readonly Choice[] = range(99, 318).map((pounds) => {
  const value = `${pounds} ${poundsUnit}`;
  return { value, label: `${value} (${Math.round(pounds * kilogramsPerPound)} kg)` };
});

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
