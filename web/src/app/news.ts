import type { QueryClient } from "@tanstack/react-query";
import { orderChanged } from "@/orders/changed";
import type { ServerEvents } from "@/realtime/events";
import { paths } from "./paths";

export { orderChanged };

/** What a toast tells, what a press on it shows, and what it is replaced by. */
export type News = { id: string; text: string; path: string };

const becameOf = {
  active: "is on sale",
  inactive: "is approved",
  rejected: "was not approved",
} as const;

/** What a performer hears of what they sell, as it was decided, or its time has come. */
export function assetChanged(
  queries: QueryClient,
  { _id, type, status }: ServerEvents["asset/changed"],
): News {
  queries.invalidateQueries({ queryKey: ["own-assets"] });
  return {
    id: `asset-${_id}`,
    text: `Your ${type} ${becameOf[status]}.`,
    path: paths.performer[type](_id),
  };
}
