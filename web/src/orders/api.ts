import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { apiQuery, pageQuery } from "@/api/queries";
import { pageSize } from "@/lib/offset";
import type { Range } from "@/lib/range";
import type { OrderStatus } from "./types";

export const orderKeys = {
  all: ["orders"] as const,
  bought: ["orders", "bought"] as const,
  sold: ["orders", "sold"] as const,
  admin: ["orders", "admin"] as const,
};

export type OrderFilter = {
  status: OrderStatus | undefined;
  q: string;
  range: Range;
  /** Of one product; empty: of all. */
  productId: string;
  offset: number;
};

/** A filter as the API takes it, of each of its lists. */
export function queryOf({ status, q, range, productId, offset }: OrderFilter) {
  return {
    ...(status && { status }),
    ...(q && { q }),
    ...(productId && { productId }),
    ...range,
    offset,
    limit: pageSize,
  };
}

/** One page of what I ordered, newest first. */
export function boughtOrders(filter: OrderFilter) {
  const query = queryOf(filter);
  return pageQuery([...orderKeys.bought, "search", query], "/orders/user/search", { query });
}

/** An order of mine, with where it goes. */
export const boughtOrder = (id: string) =>
  apiQuery([...orderKeys.bought, "one", id], "/orders/user/details/{id}", { path: { id } });

/** One page of the orders of what I sell, newest first. */
export function soldOrders(filter: OrderFilter) {
  const query = queryOf(filter);
  return pageQuery([...orderKeys.sold, "search", query], "/orders/search", { query });
}

/** What waits for me in a status, the first to run out first. */
export function waitingOrders(status: "created" | "processing") {
  const query = { status, sortBy: "dueAt", sort: "asc", limit: pageSize } as const;
  return apiQuery([...orderKeys.sold, "waiting", status], "/orders/search", { query });
}

/** An order of something I sell, with where it goes while it is open. */
export const soldOrder = (id: string) =>
  apiQuery([...orderKeys.sold, "one", id], "/orders/details/{id}", { path: { id } });

/** The address of an order's packing slip, a PDF. */
export function packingSlip(id: string): string {
  return `/api/orders/details/${encodeURIComponent(id)}/packing-slip`;
}

/** The key of the intention: an answer that got lost is asked for again by the same. */
type Keyed = { key: string };

export function useCancelOrder() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, key }: { id: string } & Keyed) =>
      unwrap(
        api.POST("/orders/user/{id}/cancel", {
          params: { path: { id }, header: { "Idempotency-Key": key } },
        }),
      ),
    onSuccess: (order) => queries.setQueryData(boughtOrder(order._id).queryKey, order),
    onSettled: () => queries.invalidateQueries({ queryKey: orderKeys.all }),
  });
}

export type OrderUpdate = {
  id: string;
  status: "processing" | "shipped" | "delivered" | "refunded";
  carrier?: string;
  trackingNumber?: string;
  trackingUrl?: string;
  note?: string;
};

function putUpdate({ id, key, ...body }: OrderUpdate & Keyed) {
  return unwrap(
    api.PUT("/orders/{id}/update", {
      params: { path: { id }, header: { "Idempotency-Key": key } },
      body,
    }),
  );
}

/** Goes on with an order of something I sell. */
export function useUpdateOrder() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: putUpdate,
    onSuccess: (order) => queries.setQueryData(soldOrder(order._id).queryKey, order),
    onSettled: () => queries.invalidateQueries({ queryKey: orderKeys.all }),
  });
}

/** Begins with orders one after another, looks again once at the end, and answers what went wrong, by their ids. */
export function useBeginOrders() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (orders: readonly ({ id: string } & Keyed)[]) => {
      const failed = new Map<string, unknown>();
      for (const { id, key } of orders) {
        try {
          const order = await putUpdate({ id, key, status: "processing" });
          queries.setQueryData(soldOrder(id).queryKey, order);
        } catch (error) {
          failed.set(id, error);
        }
      }
      return failed;
    },
    onSettled: () => queries.invalidateQueries({ queryKey: orderKeys.all }),
  });
}

export type TrackingCorrection = {
  id: string;
  carrier: string;
  trackingNumber: string;
  trackingUrl?: string;
};

/** Says otherwise where something that I shipped can be followed. */
export function useCorrectTracking() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, key, ...body }: TrackingCorrection & Keyed) =>
      unwrap(
        api.PUT("/orders/{id}/tracking", {
          params: { path: { id }, header: { "Idempotency-Key": key } },
          body,
        }),
      ),
    onSuccess: (order) => queries.setQueryData(soldOrder(order._id).queryKey, order),
    onSettled: () => queries.invalidateQueries({ queryKey: orderKeys.all }),
  });
}
