import { heard } from "@/declared/news";

export const news = [
  heard(
    "tipped",
    () => import("./told").then((file) => file.tipped),
    () => true,
  ),
];
