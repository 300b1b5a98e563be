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

/** What can be filtered by now. */
export const memberKinds = [
  "purchase",
  "bonus",
  "tip",
  "private",
  "group",
  "peekIn",
  "wheel",
  "gallery",
  "grant",
  "debit",
  "recovery",
  "referral",
].map(option);
export const incomeKinds = ["tip", "private", "group", "peekIn", "wheel", "gallery"].map(option);

function option(value: string) {
  return { value, label: kindName(value) };
}
