import { incomes } from "@/lib/incomes";

/** The ledger's kinds in words. */
const names: Record<string, string> = {
  tip: "Tip",
  purchase: "Tokens bought",
  bonus: "Bonus tokens",
  debit: "Taken by hand",
  recovery: "Taken for an earlier payment",
  grant: "Grant",
  refund: "Refund",
  private: "Private show",
  group: "Group show",
  peekIn: "Peek-in",
  wheel: "Wheel",
  gallery: "Gallery",
  video: "Video",
  product: "Product",
  referral: "Referral reward",
};

export function kindName(kind: string): string {
  return names[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1);
}

const incomeIds = incomes.map(({ id }) => id);

/** What a member's history can be filtered by. */
export const memberKinds = [
  "purchase",
  "bonus",
  ...incomeIds,
  "grant",
  "debit",
  "recovery",
  "referral",
].map(option);

/** What a performer's earnings can be filtered by. */
export const incomeKinds = incomeIds.map(option);

function option(value: string) {
  return { value, label: kindName(value) };
}
