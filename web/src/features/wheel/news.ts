import { heard } from "@/declared/news";

export const news = [heard("wheel/result", () => import("./told").then((file) => file.spun))];
