import { addDays, dayOf } from "./range";

export type Day = { day: string; net: number };

const longest = 366;

/** Net income by day, with the days between that had none. */
export function daily(
  incomes: readonly { createdAt: string; netPrice: number }[],
  from: string,
  to: string,
): Day[] {
  const sums = new Map<string, number>();
  for (const { createdAt, netPrice } of incomes) {
    const day = dayOf(createdAt);
    sums.set(day, (sums.get(day) ?? 0) + netPrice);
  }
  const days: Day[] = [];
  for (let day = from; day <= to && days.length < longest; day = addDays(day, 1)) {
    days.push({ day, net: sums.get(day) ?? 0 });
  }
  return days;
}
