import type { QueryClient } from "@tanstack/react-query";
import { formatNumber, formatTokens } from "@/lib/format";
import type { ServerEvents } from "@/realtime/events";
import { paths } from "./paths";
import { t } from "./texts";

/** What a toast tells, what a press on it shows, if anything, and what it is replaced by. */
export type News = { id: string; text: string; path?: string };

type Change = ServerEvents["asset/changed"];

function became({ type, status, takenDown = false, putBack = false }: Change): string {
  const became = takenDown ? "takenDown" : putBack ? "putBack" : status;
  return t(
    "{type, select, gallery {Your gallery} video {Your video} other {Your product}} {became, select, active {is on sale} inactive {is approved} rejected {was not approved} removed {was changed} takenDown {was taken down by the site} putBack {was put back by the site} other {was put back}}.",
    { type, became },
  );
}

/** What a performer hears of a tip (spec §9). */
export function tipped({ senderInfo, token, netPrice }: ServerEvents["tipped"]): string {
  return t("{name} has tipped {tokens} tokens. You have received {received}", {
    name: senderInfo.username,
    tokens: formatTokens(token),
    received: formatNumber(netPrice),
  });
}

/** What a performer hears of a spin of their wheel. */
export function spun({ _id, username, label }: ServerEvents["wheel/result"]): News {
  return {
    id: `wheel-${_id}`,
    text: t("{username} has spun your wheel: {label}", { username, label }),
  };
}

/** What a performer hears of what they sell, as it was decided, or its time has come. */
export function assetChanged(queries: QueryClient, change: Change): News {
  const { _id, type, status } = change;
  queries.invalidateQueries({ queryKey: ["own-assets"] });
  return {
    id: `asset-${_id}`,
    text: became(change),
    ...(status !== "removed" && { path: paths.performer[type](_id) }),
  };
}
