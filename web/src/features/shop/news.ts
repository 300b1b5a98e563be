import { heard } from "@/declared/news";

export const news = [heard("payment/changed", () => import("./told").then((file) => file.told))];
