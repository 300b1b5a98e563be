import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, idempotencyKey, type Schemas, unwrap } from "@/api/client";
import { apiQuery, pageQuery } from "@/api/queries";
import { pageSize } from "@/lib/offset";
import { useSocketEvent } from "@/realtime/useSocketEvent";

export type Package = Schemas["FundsPackageView"];
export type Shop = Schemas["FundsShopView"];
export type Started = Schemas["FundsStartedView"];
export type Payment = Schemas["FundsPaymentView"];
export type PaymentStatus = Payment["status"];
export type Limits = Schemas["FundsLimitsView"];
export type Caps = Schemas["FundsCapsBody"];

const keys = {
  packages: ["token-packages"] as const,
  payments: ["payments"] as const,
  limits: ["spending-limits"] as const,
};

/** The packages in the operator's order, and the way I paid last. */
export const packages = () =>
  apiQuery(
    keys.packages,
    "/package/token/search",
    {},
    {
      staleTime: 60_000,
    },
  );

/** One of my payments. While it is under way it is asked for again, should the socket be away. */
export const payment = (id: string) =>
  apiQuery(
    [...keys.payments, "one", id],
    "/payment/transactions/{id}",
    { path: { id } },
    {
      refetchInterval: ({ state }) => (isUnderWay(state.data?.status) ? 15_000 : false),
    },
  );

export function isUnderWay(status: PaymentStatus | undefined): boolean {
  return status === "created" || status === "pending";
}

/** My payments, newest first. */
export const payments = (offset: number) =>
  pageQuery([...keys.payments, "list", offset], "/payment/transactions/search", {
    query: { offset, limit: pageSize },
  });

/** Asks again for what is shown of my payments as soon as one of them changes. */
export function usePaymentNews() {
  const queries = useQueryClient();
  useSocketEvent("payment/changed", () => {
    queries.invalidateQueries({ queryKey: keys.payments });
    queries.invalidateQueries({ queryKey: keys.limits });
  });
}

type Order = { packageId: string; gateway: string };

/** Begins a payment. Each press has a key of its own, so that an answer that got lost begins no second one. */
export function useBuy() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (order: Order) => {
      const key = idempotencyKey();
      return once(order, key).catch((error) => {
        if (!isUnanswered(error)) throw error;
        return once(order, key);
      });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.payments }),
    // What is refused may not be offered any more.
    onError: () => queries.invalidateQueries({ queryKey: keys.packages }),
  });
}

function once({ packageId, gateway }: Order, key: string) {
  return unwrap(
    api.POST("/payment/purchase-tokens/{packageId}", {
      params: { path: { packageId }, header: { "Idempotency-Key": key } },
      body: { gateway },
    }),
  );
}

function isUnanswered(error: unknown): boolean {
  return error instanceof Error && "status" in error && error.status === 0;
}

/** My own limits, what I have spent, and my pause. */
export const limits = () => apiQuery(keys.limits, "/member/spending-limits");

/** Changes my limits. */
export function useSetLimits() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (caps: Caps) => unwrap(api.PUT("/member/spending-limits", { body: caps })),
    onSuccess: (set) => queries.setQueryData(keys.limits, set),
  });
}

/** Pauses my spending and buying from now on. */
export function useCoolOff() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (hours: number) => unwrap(api.POST("/member/cool-off", { body: { hours } })),
    onSuccess: (set) => queries.setQueryData(keys.limits, set),
  });
}
