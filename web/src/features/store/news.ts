import { heard } from "@/declared/news";

export const news = [
  heard("purchase/changed", () => import("./changed").then((file) => file.purchaseChanged)),
];
