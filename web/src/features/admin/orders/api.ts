import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { pageQuery } from "@/api/queries";
import { type OrderFilter, orderKeys, queryOf } from "@/orders/api";

type Filter = OrderFilter & { memberId: string; performerId: string };

/** One page of everybody's orders, newest first. */
export function allOrders({ memberId, performerId, ...filter }: Filter) {
  const query = {
    ...queryOf(filter),
    ...(memberId && { memberId }),
    ...(performerId && { performerId }),
  };
  return pageQuery([...orderKeys.admin, query], "/admin/orders/search", { query });
}

/** Gives back what is left of an order's price, for a reason that both sides read. */
export function useRefundOrder() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, reason, key }: { id: string; reason: string; key: string }) =>
      unwrap(
        api.POST("/admin/orders/{id}/refund", {
          params: { path: { id }, header: { "Idempotency-Key": key } },
          body: { reason },
        }),
      ),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: orderKeys.all }),
        queries.invalidateQueries({ queryKey: ["admin-statistics"] }),
      ]),
  });
}

/** The address of what buyers of a digital product download now; who asks for it is on record. */
export function soldFile(productId: string): string {
  return `/api/admin/asset-reviews/${encodeURIComponent(productId)}/file`;
}
