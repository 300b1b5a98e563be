import type { AssetStatus } from "@/store/own";

/** The states that a list can be narrowed to; the empty one is all of them. */
export const filters: readonly { status: AssetStatus | ""; label: string }[] = [
  { status: "", label: "All" },
  { status: "draft", label: "Drafts" },
  { status: "pending", label: "In review" },
  { status: "active", label: "On sale" },
  { status: "rejected", label: "Rejected" },
  { status: "inactive", label: "Off sale" },
];

export const bounds = {
  title: 120,
  description: 4000,
  price: 10_000,
  stock: 1_000_000,
  categories: 5,
  people: 20,
  name: 120,
} as const;

/** The orders of the list; the empty one is the newest first. */
export const sortings = [
  { value: "", label: "Newest" },
  { value: "title", label: "Title" },
  { value: "price", label: "Price" },
  { value: "sold", label: "Most sold" },
] as const;
