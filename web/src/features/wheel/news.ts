import { type Hearer, heard } from "@/declared/news";
import type { ServerEvents } from "@/realtime/events";

/** Of a new spin of one's own wheel. */
export const isNews = (
  { status, performerId }: ServerEvents["wheel/result"],
  { session }: Hearer,
) => status === "pending" && performerId === session?._id;

export const news = [
  heard("wheel/result", () => import("./told").then((file) => file.spun), isNews),
];
