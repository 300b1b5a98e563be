import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, idempotencyKey, type Schemas, unwrap } from "@/api/client";
import { ApiError } from "@/api/errors";
import { apiQuery } from "@/api/queries";
import { pageSize } from "@/lib/offset";
import { type Wheel, wheelKeys } from "@/performers/wheel";
import { setBalance } from "@/session/api";

export type Draft = Schemas["WheelSegmentBody"];
export type Result = Schemas["WheelResultView"];
export type Spin = Schemas["WheelSpin"];
export type SpinDraft = Schemas["WheelSpinBody"];
export type Status = Result["status"];

const keys = {
  own: [...wheelKeys.all, "own"] as const,
  promise: (performerId: string) => [...wheelKeys.all, "promise", performerId] as const,
  results: [...wheelKeys.all, "results"] as const,
};

/** My own wheel as its performer. */
export const ownWheel = () => apiQuery(keys.own, "/wheels");

// Every change answers with the whole wheel; they go one after another, so that the last answer is
// the newest.
const changing = { scope: { id: "wheel" } };

function useKeep() {
  const queries = useQueryClient();
  return (wheel: Wheel) => {
    queries.setQueryData(keys.own, wheel);
    queries.invalidateQueries({ queryKey: wheelKeys.of(wheel.performerId) });
  };
}

export function useAddSegment() {
  return useMutation({
    ...changing,
    mutationFn: (body: Draft) => unwrap(api.POST("/wheels", { body })),
    onSuccess: useKeep(),
  });
}

export function useChangeSegment() {
  return useMutation({
    ...changing,
    mutationFn: ({ id, body }: { id: string; body: Draft }) =>
      unwrap(api.PUT("/wheels/{id}", { params: { path: { id } }, body })),
    onSuccess: useKeep(),
  });
}

export function useRemoveSegment() {
  return useMutation({
    ...changing,
    mutationFn: (id: string) => unwrap(api.DELETE("/wheels/{id}", { params: { path: { id } } })),
    onSuccess: useKeep(),
  });
}

/** What my next spin at this wheel is promised to be drawn with. */
export const promiseOf = (performerId: string) =>
  apiQuery(keys.promise(performerId), "/wheels/fairness/{performerId}", { path: { performerId } });

/**
 * Spins, and shows the new balance. Each press is one intention with a key of its
 * own, so that an answer that got lost never pays twice. A wheel or a promise that
 * has changed meanwhile is read again.
 */
export function useSpin(performerId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: SpinDraft) => {
      const key = idempotencyKey();
      return once(performerId, body, key).catch((error) => {
        if (!(error instanceof ApiError && error.status === 0)) throw error;
        return once(performerId, body, key);
      });
    },
    onSuccess: ({ balance, next }) => {
      setBalance(queries, balance);
      queries.setQueryData(keys.promise(performerId), next);
    },
    onError: () => {
      queries.invalidateQueries({ queryKey: wheelKeys.of(performerId) });
      queries.invalidateQueries({ queryKey: keys.promise(performerId) });
    },
  });
}

function once(performerId: string, body: SpinDraft, key: string): Promise<Spin> {
  return unwrap(
    api.POST("/wheels/spin/{performerId}", {
      params: { path: { performerId }, header: { "Idempotency-Key": key } },
      body,
    }),
  );
}

type Search = {
  status?: Status | undefined;
  performerId?: string;
  offset?: number;
  limit?: number;
};

/** Results of my wheel as a performer, or of my spins as a member; newest first. */
export function results({ status, performerId, offset = 0, limit = pageSize }: Search = {}) {
  const query = {
    offset,
    limit,
    ...(status && { status }),
    ...(performerId !== undefined && { performerId }),
  };
  return apiQuery([...keys.results, query], "/wheel-result/search", { query });
}

/** Reads the results again, after something has happened to one. */
export function useRefreshResults() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: keys.results });
}

/** Reads a wheel again: whether it can be spun has changed. */
export function useRefreshWheel(performerId: string) {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: wheelKeys.of(performerId) });
}

export function useDecide() {
  const refresh = useRefreshResults();
  return useMutation({
    mutationFn: ({ id, status }: { id: string; status: "done" | "rejected" }) =>
      unwrap(api.PUT("/wheel-result/status/{id}", { params: { path: { id } }, body: { status } })),
    // Decided elsewhere is as decided as here.
    onSettled: refresh,
  });
}
