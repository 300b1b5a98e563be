import type { Hearer } from "@/declared/news";
import { serverNow } from "@/lib/serverTime";
import type { ServerEvents } from "@/realtime/events";
import { setBought, storeKeys } from "@/store/cache";
import { itemTypes } from "@/store/kinds";
import { forgetUndoable, noteUndoable } from "@/store/undoable";

/** So long a purchase can be undone, in milliseconds (store.md, Buying). */
const undoWindow = 60_000;

/** What was bought, undone or refunded, here or on another device, is on every page at once. */
export function purchaseChanged(
  change: ServerEvents["purchase/changed"],
  { queries }: Pick<Hearer, "queries">,
): undefined {
  const { itemId, isBought } = change;
  const type = itemTypes.find((one) => one === change.type);
  if (type === undefined) return;
  const known = queries.getQueryData(storeKeys.view(type, itemId));
  const isNews = !(typeof known === "object" && known && "isBought" in known && known.isBought);
  if (!isBought) forgetUndoable(type, itemId);
  // Where it was bought it may be undone: nothing of it is loaded here meanwhile.
  else if (isNews) noteUndoable(type, itemId, { until: serverNow() + undoWindow });
  setBought(queries, type, itemId, isBought);
}
