import type { QueryClient } from "@tanstack/react-query";
import { formatNumber, formatTokens } from "@/lib/format";
import type { ServerEvents } from "@/realtime/events";
import { paths } from "./paths";

/** What a toast tells, what a press on it shows, if anything, and what it is replaced by. */
export type News = { id: string; text: string; path?: string };

type Change = ServerEvents["asset/changed"];

const becameOf = {
  active: "is on sale",
  inactive: "is approved",
  rejected: "was not approved",
  draft: "was put back",
  pending: "was put back",
  removed: "was changed",
} as const;

function becomes({ status, takenDown = false, putBack = false }: Change): string {
  if (takenDown) return "was taken down by the site";
  return putBack ? "was put back by the site" : becameOf[status];
}

/** What a performer hears of a tip (spec §9). */
export function tipped({ senderInfo, token, netPrice }: ServerEvents["tipped"]): string {
  const received = formatNumber(netPrice);
  return `${senderInfo.username} has tipped ${formatTokens(token)} tokens. You have received ${received}`;
}

/** What a performer hears of a spin of their wheel. */
export function spun({ _id, username, label }: ServerEvents["wheel/result"]): News {
  return { id: `wheel-${_id}`, text: `${username} has spun your wheel: ${label}` };
}

/** What a performer hears of what they sell, as it was decided, or its time has come. */
export function assetChanged(queries: QueryClient, change: Change): News {
  const { _id, type, status } = change;
  queries.invalidateQueries({ queryKey: ["own-assets"] });
  return {
    id: `asset-${_id}`,
    text: `Your ${type} ${becomes(change)}.`,
    ...(status !== "removed" && { path: paths.performer[type](_id) }),
  };
}
