import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { Range } from "@/lib/range";
import type { OrderStatus } from "./types";

export const pageSize = 25;

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
  offset: number;
};

function queryOf({ status, q, range, offset }: OrderFilter) {
  return { ...(status && { status }), ...(q && { q }), ...range, offset, limit: pageSize };
}

/** One page of what I ordered, newest first. */
export function boughtOrders(filter: OrderFilter) {
  const query = queryOf(filter);
  return queryOptions({
    queryKey: [...orderKeys.bought, "search", query],
    queryFn: ({ signal }) => unwrap(api.GET("/orders/user/search", { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** An order of mine, with where it goes. */
export function boughtOrder(id: string) {
  return queryOptions({
    queryKey: [...orderKeys.bought, "one", id],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/orders/user/details/{id}", { params: { path: { id } }, signal })),
  });
}

/** One page of the orders of what I sell, newest first. */
export function soldOrders(filter: OrderFilter) {
  const query = queryOf(filter);
  return queryOptions({
    queryKey: [...orderKeys.sold, "search", query],
    queryFn: ({ signal }) => unwrap(api.GET("/orders/search", { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** What waits for me in a status, the longest waiting first. */
export function waitingOrders(status: "created" | "processing") {
  const query = { status, sortBy: "updatedAt", sort: "asc", limit: pageSize } as const;
  return queryOptions({
    queryKey: [...orderKeys.sold, "waiting", status],
    queryFn: ({ signal }) => unwrap(api.GET("/orders/search", { params: { query }, signal })),
  });
}

/** An order of something I sell, with where it goes while it is open. */
export function soldOrder(id: string) {
  return queryOptions({
    queryKey: [...orderKeys.sold, "one", id],
    queryFn: ({ signal }) =>
      unwrap(api.GET("/orders/details/{id}", { params: { path: { id } }, signal })),
  });
}

/** The address of an order's packing slip, a PDF. */
export function packingSlip(id: string): string {
  return `/api/orders/details/${encodeURIComponent(id)}/packing-slip`;
}

export function useCancelOrder() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(api.POST("/orders/user/{id}/cancel", { params: { path: { id } } })),
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

/** Goes on with an order of something I sell. */
export function useUpdateOrder() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: OrderUpdate) =>
      unwrap(api.PUT("/orders/{id}/update", { params: { path: { id } }, body })),
    onSuccess: (order) => queries.setQueryData(soldOrder(order._id).queryKey, order),
    onSettled: () => queries.invalidateQueries({ queryKey: orderKeys.all }),
  });
}
