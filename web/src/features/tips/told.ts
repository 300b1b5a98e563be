import type { News } from "@/declared/news";
import { formatNumber, formatTokens } from "@/lib/format";
import type { ServerEvents } from "@/realtime/events";
import { t } from "./texts";

/** What a performer hears of a tip (spec §9). */
export function tipped({ senderInfo, token, netPrice }: ServerEvents["tipped"]): News {
  return {
    kind: "success",
    text: t("{name} has tipped {tokens} tokens. You have received {received}", {
      name: senderInfo.username,
      tokens: formatTokens(token),
      received: formatNumber(netPrice),
    }),
  };
}
