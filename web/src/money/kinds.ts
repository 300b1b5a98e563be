import { type IncomeKind, kinds } from "./kinds.gen";

type Kind = (typeof kinds)[number];

const isIncome = (kind: Kind): kind is Extract<Kind, { id: IncomeKind }> => kind.income;

/** The kinds of income, in the order of tables and forms. */
export const incomes = kinds.filter(isIncome);

const find = (id: string) => kinds.find((kind) => kind.id === id);

/** What a line of a kind is called. */
export function kindName(id: string): string {
  return find(id)?.one ?? named(id);
}

/** What a sum of a kind is called. */
export function kindSum(id: string): string {
  return find(id)?.many ?? named(id);
}

// One that this page does not know yet.
const named = (id: string) => id.charAt(0).toUpperCase() + id.slice(1).replaceAll("_", " ");

/** Kinds to choose from. */
export const optionsOf = (list: readonly Kind[]) =>
  list.map((kind) => ({
    value: kind.id,
    label: kind.one,
  }));

export const incomeOptions = () => optionsOf(incomes);

/** What a member's history can be filtered by. */
export const walletOptions = () => optionsOf(kinds.filter(({ wallet }) => wallet));

export const kindOptions = () => optionsOf(kinds);
