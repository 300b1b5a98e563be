import { heard } from "@/declared/news";

export const news = [
  heard("order/changed", () => import("@/orders/changed").then((file) => file.orderChanged)),
];
