import type { AssetStatus } from "@/store/own";
import { t } from "./texts";

/** The states that a list can be narrowed to; the empty one is all of them. */
export const filters = (): readonly { status: AssetStatus | ""; label: string }[] => [
  { status: "", label: t("All") },
  { status: "draft", label: t("Drafts") },
  { status: "pending", label: t("In review") },
  { status: "active", label: t("On sale") },
  { status: "rejected", label: t("Rejected") },
  { status: "inactive", label: t("Off sale") },
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
export const sortings = () =>
  [
    { value: "", label: t("Newest") },
    { value: "title", label: t("Title") },
    { value: "price", label: t("Price") },
    { value: "sold", label: t("Most sold") },
  ] as const;
