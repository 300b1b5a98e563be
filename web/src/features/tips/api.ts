import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, idempotencyKey, type Schemas, unwrap } from "@/api/client";
import { setBalance } from "@/session/api";

export type TipDraft = Schemas["TipsSendBody"];

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
  });
}

function once(performerId: string, body: TipDraft, key: string) {
  return unwrap(
    api.POST("/member/send-tip-token/{performerId}", {
      params: { path: { performerId } },
      headers: { "Idempotency-Key": key },
      body,
    }),
  );
}

// Without an answer nobody knows whether it was paid; the same key asks again safely.
function isUnanswered(error: unknown): boolean {
  return error instanceof Error && "status" in error && error.status === 0;
}
