/** The kinds of income that a commission is set for, in the order of the menus. */
export const incomes = [
  { id: "tip", label: "Tips" },
  { id: "private", label: "Private shows" },
  { id: "group", label: "Group shows" },
  { id: "peekIn", label: "Peek-ins" },
  { id: "wheel", label: "Wheel spins" },
  { id: "gallery", label: "Galleries" },
  { id: "video", label: "Videos" },
  { id: "product", label: "Products" },
] as const;

export type IncomeKind = (typeof incomes)[number]["id"];
