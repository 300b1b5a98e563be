import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, idempotencyKey, unwrap } from "@/api/client";
import { ApiError, messageOf } from "@/api/errors";
import { countOf } from "@/lib/format";
import { serverNow } from "@/lib/serverTime";
import { setBalance } from "@/session/api";
import type { Offer } from "@/store/buying";
import { setBought } from "@/store/cache";
import { forgetUndoable, noteUndoable } from "@/store/undoable";
import { toast } from "@/ui/toast";
import type { Purchase } from "./types";

/** `key` is of the confirmation, `price` the one that was on its button, `balance` what was known then. */
type Order = { offer: Offer; price: number; key: string; balance: number };

/**
 * Buys an item for the price that was shown. An answer that got lost is asked for again by the same
 * key. `onOpen` leads to what was bought, where one is not there already.
 */
export function useBuy(onOpen?: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (order: Order) =>
      once(order).catch((error) => {
        if (!isUnanswered(error)) throw error;
        return once(order);
      }),
    onSuccess: (purchase) => tellBought(queries, purchase, onOpen),
    onError: (error, { offer }) => {
      if (!(error instanceof ApiError)) return;
      if (error.code === "already_bought") setBought(queries, offer.type, offer.id, true);
      // What is shown of it is not true any more.
      if (error.code === "price_changed" || error.status === 404) {
        queries.invalidateQueries({ queryKey: ["store", offer.type] });
      }
    },
  });
}

function once({ offer, price, key }: Order) {
  return unwrap(
    api.POST("/purchase-items/{type}/{id}", {
      params: { path: { type: offer.type, id: offer.id } },
      headers: { "Idempotency-Key": key },
      body: { price },
    }),
  );
}

function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}

/** Everything on screen knows of it at once, and for a minute it can be undone. */
function tellBought(queries: QueryClient, purchase: Purchase, onOpen: (() => void) | undefined) {
  const { _id, type, itemId, title, undoUntil, balance } = purchase;
  setBalance(queries, balance);
  const until = undoUntil ? Date.parse(undoUntil) : 0;
  noteUndoable(type, itemId, { purchaseId: _id, until });
  setBought(queries, type, itemId, true);
  offerUndo(queries, purchase, {
    text: `“${title}” is yours.`,
    left: until - serverNow(),
    ...(onOpen && { onOpen }),
  });
}

type Said = { text: string; left: number; onOpen?: () => void };

function offerUndo(queries: QueryClient, bought: Purchase, { text, left, onOpen }: Said) {
  const { _id: purchaseId, type, itemId } = bought;
  toast.success(text, {
    id: toastOf(purchaseId),
    ...(onOpen && { cancel: { label: "Open", onClick: onOpen } }),
    ...(left > 0 && {
      duration: left,
      action: { label: "Undo", onClick: () => undo(queries, { purchaseId, type, itemId }) },
    }),
  });
}

const toastOf = (purchaseId: string) => `bought-${purchaseId}`;

type Bought = { purchaseId: string } & Pick<Purchase, "type" | "itemId">;

/** Takes a purchase back; the answer is said in place of the message that offered it. */
export async function undo(queries: QueryClient, { purchaseId, type, itemId }: Bought) {
  const id = toastOf(purchaseId);
  try {
    const { price, balance } = await unwrap(
      api.POST("/purchase-items/{purchaseId}/undo", {
        params: { path: { purchaseId } },
        headers: { "Idempotency-Key": idempotencyKey() },
      }),
    );
    setBalance(queries, balance);
    setBought(queries, type, itemId, false);
    toast.info(`Undone. ${countOf(price, "token is", "tokens are")} back in your wallet.`, { id });
  } catch (error) {
    const again = { label: "Undo", onClick: () => undo(queries, { purchaseId, type, itemId }) };
    toast.error(messageOf(error), { id, ...(isUnanswered(error) && { action: again }) });
    if (isUnanswered(error)) return;
  }
  forgetUndoable(type, itemId);
}

/** The first photo is on its way: what is offered to be undone cannot be any more. */
export function opened({ purchaseId, type, itemId }: Partial<Bought> & Omit<Bought, "purchaseId">) {
  forgetUndoable(type, itemId);
  if (purchaseId !== undefined) toast.dismiss(toastOf(purchaseId));
}
