import type { Hearer, News } from "@/declared/news";
import type { ServerEvents } from "@/realtime/events";
import { isNews } from "./news";
import { t } from "./texts";

/** What a performer hears of a spin of their wheel. */
export function spun(result: ServerEvents["wheel/result"], hearer: Hearer): News | undefined {
  if (!isNews(result, hearer)) return undefined;
  const { _id, username, label } = result;
  return {
    id: `wheel-${_id}`,
    text: t("{username} has spun your wheel: {label}", { username, label }),
  };
}
