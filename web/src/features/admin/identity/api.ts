import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, refused, type Schemas, unwrap } from "@/api/client";
import { apiQuery } from "@/api/queries";
import { withStepUp } from "@/api/stepUp";
import { pageSize } from "@/lib/offset";

export type Check = Schemas["IdentityCheck"];
export type CheckState = Check["state"];
export type Paper = Schemas["IdentityDocument"];

const keys = {
  all: ["identity-checks"] as const,
  queue: (state: CheckState, offset: number) => [...keys.all, "queue", state, offset] as const,
  one: (id: string) => [...keys.all, "one", id] as const,
};

/** One page of the checks in a state: waiting ones oldest first, decided ones newest first. */
export const queue = (state: CheckState, offset = 0) =>
  apiQuery(keys.queue(state, offset), "/admin/identity-checks", {
    query: { state, offset, limit: pageSize },
  });

export const check = (id: string) =>
  apiQuery(keys.one(id), "/admin/identity-checks/{id}", { path: { id } });

/**
 * One document, forgotten soon after its page is left. Asking is on record with
 * its reason before the first byte comes, so it is asked once and never cut off.
 */
export function document(id: string, which: string, reason: string) {
  return queryOptions({
    queryKey: ["identity-documents", id, which, reason],
    queryFn: () => look(id, which, reason),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 1_000,
    retry: false,
  });
}

async function look(id: string, which: string, reason: string): Promise<Blob> {
  const query = new URLSearchParams({ reason });
  const part = encodeURIComponent;
  const address = `${location.origin}/api/admin/identity-checks/${part(id)}/documents/${part(which)}`;
  const response = await withStepUp(
    new Request(`${address}?${query}`, { credentials: "same-origin" }),
  );
  if (response.ok) return response.blob();
  const body: unknown = await response.json().catch(() => undefined);
  throw refused(response.status, body, response.headers.get("Retry-After"));
}

export type Decision =
  | { kind: "verify"; paper: Paper; reason: string }
  | { kind: "reject"; reason: string };

/** Decides a check, once. */
export function useDecide(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (decision: Decision) => decide(id, decision),
    onSuccess: (decided) => {
      queries.setQueryData(keys.one(id), decided);
      return queries.invalidateQueries({ queryKey: [...keys.all, "queue"] });
    },
  });
}

function decide(id: string, decision: Decision): Promise<Check> {
  const params = { path: { id } };
  if (decision.kind === "reject") {
    const body = { reason: decision.reason };
    return unwrap(api.POST("/admin/identity-checks/{id}/reject", { params, body }));
  }
  const { paper, reason } = decision;
  const body = { ...paper, ...(reason && { reason }) };
  return unwrap(api.POST("/admin/identity-checks/{id}/verify", { params, body }));
}
