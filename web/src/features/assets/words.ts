import type { AssetStatus } from "@/store/own";
import { t } from "./texts";

/** The states that a list can be narrowed to; the empty one is all of them. */
export const filters: readonly { status: AssetStatus | ""; label: string }[] = [
  {
    status: "",
    get label() {
      return t("All");
    },
  },
  {
    status: "draft",
    get label() {
      return t("Drafts");
    },
  },
  {
    status: "pending",
    get label() {
      return t("In review");
    },
  },
  {
    status: "active",
    get label() {
      return t("On sale");
    },
  },
  {
    status: "rejected",
    get label() {
      return t("Rejected");
    },
  },
  {
    status: "inactive",
    get label() {
      return t("Off sale");
    },
  },
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
  {
    value: "",
    get label() {
      return t("Newest");
    },
  },
  {
    value: "title",
    get label() {
      return t("Title");
    },
  },
  {
    value: "price",
    get label() {
      return t("Price");
    },
  },
  {
    value: "sold",
    get label() {
      return t("Most sold");
    },
  },
] as const;
