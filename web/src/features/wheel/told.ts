import type { Hearer, News } from "@/declared/news";
import type { ServerEvents } from "@/realtime/events";
import { t } from "./texts";

/** What a performer hears of a spin of their wheel. */
export function spun(
  { _id, username, label, status, performerId }: ServerEvents["wheel/result"],
  { session }: Hearer,
): News | undefined {
  if (status !== "pending" || performerId !== session?._id) return undefined;
  return {
    id: `wheel-${_id}`,
    text: t("{username} has spun your wheel: {label}", { username, label }),
    rings: true,
  };
}
