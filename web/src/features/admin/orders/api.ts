import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { type OrderFilter, orderKeys, pageSize } from "@/orders/api";

type Filter = OrderFilter & { memberId: string; performerId: string };

/** One page of everybody's orders, newest first. */
export function allOrders({ status, q, range, offset, memberId, performerId }: Filter) {
  const query = {
    ...(status && { status }),
    ...(q && { q }),
    ...(memberId && { memberId }),
    ...(performerId && { performerId }),
    ...range,
    offset,
    limit: pageSize,
  };
  return queryOptions({
    queryKey: [...orderKeys.admin, query],
    queryFn: ({ signal }) => unwrap(api.GET("/admin/orders/search", { params: { query }, signal })),
    placeholderData: keepPreviousData,
  });
}

/** Gives back what is left of an order's price, for a reason that both sides read. */
export function useRefundOrder() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      unwrap(api.POST("/admin/orders/{id}/refund", { params: { path: { id } }, body: { reason } })),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: orderKeys.all }),
        queries.invalidateQueries({ queryKey: ["admin-statistics"] }),
      ]),
  });
}
