import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, idempotencyKey, type Schemas, unwrap } from "@/api/client";
import { ApiError } from "@/api/errors";
import { apiQuery } from "@/api/queries";
import { setBalance } from "@/session/api";

export type TipDraft = Schemas["TipsSendBody"];
export type MenuItem = Schemas["TipsMenuItem"];
export type MenuDraft = Schemas["TipsItemBody"];

export const tipMenuKeys = {
  all: ["tip-menu"] as const,
  own: () => [...tipMenuKeys.all, "own"] as const,
  of: (performerId: string) => [...tipMenuKeys.all, performerId] as const,
};

/** What a performer offers for tips, in order. */
export const tipMenu = (performerId: string) =>
  apiQuery(tipMenuKeys.of(performerId), "/tip-menu/search", { query: { performerId } });

/** My own menu. */
export const ownMenu = () => apiQuery(tipMenuKeys.own(), "/tip-menu");

/** Replaces my menu. */
export function useSetMenu() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (items: MenuDraft[]) => unwrap(api.PUT("/tip-menu", { body: { items } })),
    onSuccess: (menu) => queries.setQueryData(tipMenuKeys.own(), menu),
  });
}

/**
 * Sends a tip and shows the new balance. Each press is one intention with a key
 * of its own, so that an answer that got lost never pays twice.
 */
export function useSendTip(performerId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: TipDraft) => {
      const key = idempotencyKey();
      return once(performerId, body, key).catch((error) => {
        if (!isUnanswered(error)) throw error;
        return once(performerId, body, key);
      });
    },
    onSuccess: ({ balance }) => setBalance(queries, balance),
    onError: (error) => {
      if (error instanceof ApiError && error.code === "menu_changed") {
        return queries.invalidateQueries({ queryKey: tipMenuKeys.of(performerId) });
      }
    },
  });
}

function once(performerId: string, body: TipDraft, key: string) {
  return unwrap(
    api.POST("/member/send-tip-token/{performerId}", {
      params: { path: { performerId }, header: { "Idempotency-Key": key } },
      body,
    }),
  );
}

// Without an answer nobody knows whether it was paid; the same key asks again safely.
function isUnanswered(error: unknown): boolean {
  return error instanceof Error && "status" in error && error.status === 0;
}
