import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { apiQuery, pageQuery } from "@/api/queries";
import { pageSize } from "@/lib/offset";
import type { RefundablePayment, Status } from "./types";

const all = ["refunds"] as const;
export const keys = { all, payments: [...all, "payments"] as const };

/** What I may ask to have back now, newest first. A show that has just ended is in it. */
export const refundable = () =>
  apiQuery(
    keys.payments,
    "/refund-requests/payments",
    {},
    {
      staleTime: 0,
    },
  );

/** What I asked to have back, newest first. */
export const myRequests = (status: Status | undefined, offset: number) =>
  pageQuery([...all, "search", status, offset], "/refund-requests/search", {
    query: { offset, limit: pageSize, ...(status && { status }) },
  });

/** `key` is of the intention: the same words again are the same request. */
type Asking = { payment: RefundablePayment; reason: string; text: string; key: string };

/** Asks to have a payment back. */
export function useAsk() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ payment, reason, text, key }: Asking) =>
      unwrap(
        api.POST("/refund-requests", {
          body: { type: payment.type, sourceId: payment.sourceId, reason, text },
          params: { header: { "Idempotency-Key": key } },
        }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: all }),
  });
}
