/** The ledger's kinds in words. */
const names: Record<string, string> = {
  tip: "Tip",
  grant: "Grant",
  refund: "Refund",
  private: "Private show",
  group: "Group show",
  peekIn: "Peek-in",
  wheel: "Wheel",
  gallery: "Gallery",
  video: "Video",
  product: "Product",
};

export function kindName(kind: string): string {
  return names[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1);
}

/** What can be filtered by now. */
export const memberKinds = ["tip", "wheel", "grant"].map(option);
export const incomeKinds = ["tip", "wheel"].map(option);

function option(value: string) {
  return { value, label: kindName(value) };
}
