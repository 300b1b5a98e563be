import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, idempotencyKey, type Schemas, unwrap } from "@/api/client";
import { ApiError, messageOf } from "@/api/errors";
import { serverNow } from "@/lib/serverTime";
import { setBalance } from "@/session/api";
import type { Offer } from "@/store/buying";
import { setBought } from "@/store/cache";
import { forgetUndoable, noteUndoable } from "@/store/undoable";
import { toast } from "@/ui/toast";
import { t } from "./texts";
import type { Purchase } from "./types";

/**
 * `key` is of the confirmation, `price` the one of each that was shown, `balance` what was known then,
 * `parcel` what a seller needs to send it.
 */
type Order = {
  offer: Offer;
  price: number;
  key: string;
  balance: number;
  parcel?: ParcelBody | undefined;
};

export type ParcelBody = Required<
  Pick<Schemas["PurchasesBuyBody"], "quantity" | "deliveryAddress" | "postalCode" | "country">
>;

/**
 * Buys an item for the price that was shown. An answer that got lost is asked for again by the same
 * key. `onOpen` leads to what was bought, where one is not there already, and `onOrder` to an order.
 */
export function useBuy(ways: Ways) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (order: Order) =>
      once(order).catch((error) => {
        if (!isUnanswered(error)) throw error;
        return once(order);
      }),
    onSuccess: (purchase) => tellBought(queries, purchase, ways),
    onError: (error, { offer }) => {
      if (!(error instanceof ApiError)) return;
      if (error.code === "already_bought") setBought(queries, offer.type, offer.id, true);
      // What is shown of it is not true any more.
      if (["price_changed", "sold_out"].includes(error.code ?? "") || error.status === 404) {
        queries.invalidateQueries({ queryKey: ["store", offer.type] });
      }
    },
  });
}

function once({ offer, price, key, parcel }: Order) {
  return unwrap(
    api.POST("/purchase-items/{type}/{id}", {
      params: { path: { type: offer.type, id: offer.id }, header: { "Idempotency-Key": key } },
      body: { price, ...parcel },
    }),
  );
}

function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && error.status === 0;
}

type Ways = { onOpen?: (() => void) | undefined; onOrder?: (orderId: string) => void };

/** Everything on screen knows of it at once, and for a minute it can be undone. */
function tellBought(queries: QueryClient, purchase: Purchase, { onOpen, onOrder }: Ways) {
  const { _id, type, itemId, title, orderId, undoUntil, balance } = purchase;
  setBalance(queries, balance);
  const until = undoUntil ? Date.parse(undoUntil) : 0;
  noteUndoable(type, itemId, { purchaseId: _id, until });
  setBought(queries, type, itemId, true);
  const order = orderId !== undefined && onOrder ? () => onOrder(orderId) : undefined;
  const next = onOpen
    ? { label: t("Open"), onClick: onOpen }
    : order && { label: t("Order"), onClick: order };
  offerUndo(queries, purchase, {
    text: t("“{title}” is yours.", { title }),
    left: until - serverNow(),
    ...(next && { next }),
  });
}

type Said = { text: string; left: number; next?: { label: string; onClick: () => void } };

function offerUndo(queries: QueryClient, bought: Purchase, { text, left, next }: Said) {
  const { _id: purchaseId, type, itemId } = bought;
  toast.success(text, {
    id: toastOf(purchaseId),
    ...(next && { cancel: next }),
    ...(left > 0 && {
      duration: left,
      action: undoing(queries, { purchaseId, type, itemId }, idempotencyKey()),
    }),
  });
}

/** The message stays until the answer takes its place; a second press is the same undoing. */
function undoing(queries: QueryClient, bought: Bought, key: string) {
  const onClick = () => {
    undo(queries, bought, key);
    return true;
  };
  return { label: t("Undo"), onClick };
}

const toastOf = (purchaseId: string) => `bought-${purchaseId}`;

type Bought = { purchaseId: string } & Pick<Purchase, "type" | "itemId">;

/** Takes a purchase back; the answer is said in place of the message that offered it. */
export async function undo(
  queries: QueryClient,
  { purchaseId, type, itemId }: Bought,
  key = idempotencyKey(),
) {
  const id = toastOf(purchaseId);
  try {
    const { price, balance } = await unwrap(
      api.POST("/purchase-items/{purchaseId}/undo", {
        params: { path: { purchaseId }, header: { "Idempotency-Key": key } },
      }),
    );
    setBalance(queries, balance);
    setBought(queries, type, itemId, false);
    toast.info(
      t("Undone. {count, plural, one {# token is} other {# tokens are}} back in your wallet.", {
        count: price,
      }),
      { id },
    );
  } catch (error) {
    // It may have been undone, and only the answer was lost: by the same key that is said.
    const again = undoing(queries, { purchaseId, type, itemId }, key);
    toast.error(messageOf(error), { id, ...(isUnanswered(error) && { action: again }) });
    if (isUnanswered(error)) return;
  }
  forgetUndoable(type, itemId);
}

/** The first of it is on its way: what is offered to be undone cannot be any more. */
export function opened({ purchaseId, type, itemId }: Partial<Bought> & Omit<Bought, "purchaseId">) {
  forgetUndoable(type, itemId);
  if (purchaseId !== undefined) toast.dismiss(toastOf(purchaseId));
}
