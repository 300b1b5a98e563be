import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, refused, type Schemas, unwrap } from "@/api/client";
import { apiQuery, pageQuery } from "@/api/queries";
import { withStepUp } from "@/api/stepUp";
import { pageSize } from "@/lib/offset";
import type { Verdict } from "@/money/payouts/DecisionDialog";
import type { Method, PayoutRequest, Status } from "@/money/payouts/types";

export type Batch = Schemas["PayoutsPayoutBatch"];
export type BatchView = Schemas["PayoutsBatchView"];
export type Rail = Batch["rail"];
export type BatchState = Batch["state"];
export type Decider = "site" | "studio";

/** How many requests one batch may pay; the longest page that there is. */
export const maxPicked = 100;

const keys = {
  all: ["admin", "payouts"] as const,
  batch: (id: string) => [...keys.all, "batch", id] as const,
};

export type Filter = {
  status: Status | undefined;
  method: Method | undefined;
  decider: Decider | undefined;
  accountId: string;
  offset: number;
};

/** Requests of everybody, newest first. */
export const payouts = ({ status, method, decider, accountId, offset }: Filter) =>
  pageQuery(
    [...keys.all, "requests", status, method, decider, accountId, offset],
    "/admin/payouts",
    {
      query: {
        offset,
        limit: pageSize,
        ...(status && { status }),
        ...(method && { paymentAccountType: method }),
        ...(decider && { decider }),
        ...(accountId && { accountId }),
      },
    },
  );

/** The site's approved requests, oldest first: what a batch can be made of. */
export const payable = () =>
  apiQuery([...keys.all, "payable"], "/admin/payouts", {
    query: { status: "processing", decider: "site", sort: "asc", limit: maxPicked },
  });

export type Decision = { request: PayoutRequest; to: Verdict; text: string };

export function useDecide() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ request, to, text }: Decision) =>
      unwrap(
        api.PUT("/admin/payouts/requests/{id}", {
          params: { path: { id: request._id } },
          body: {
            status: to,
            ...(to === "rejected" && { note: text }),
            ...(to === "done" && { reference: text }),
          },
        }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.all }),
  });
}

export const batches = (state: BatchState | undefined, offset: number) =>
  pageQuery([...keys.all, "batches", state, offset], "/admin/payouts/batches", {
    query: { offset, limit: pageSize, ...(state && { state }) },
  });

/** A batch and what is in it. */
export const batch = (id: string) =>
  apiQuery(keys.batch(id), "/admin/payouts/batches/{id}", { path: { id } });

/** Freezes requests into one file. */
export function useCreateBatch() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { rail: Rail; requestIds: string[]; exportedBefore?: true }) =>
      unwrap(api.POST("/admin/payouts/batches", { body })),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.all }),
  });
}

export type Act =
  | { kind: "approve" }
  | { kind: "export" }
  | { kind: "paid"; reference: string; bounced: string[] }
  | { kind: "discard"; reason: string; notPaid: boolean }
  | { kind: "keep" };

/** Does something to a batch. An export answers the file, other acts nothing. */
export function useAct(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (act: Act) => perform(id, act),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.all }),
  });
}

async function perform(id: string, act: Act): Promise<Blob | undefined> {
  const params = { path: { id } };
  switch (act.kind) {
    case "approve":
      await unwrap(api.POST("/admin/payouts/batches/{id}/approve", { params }));
      return undefined;
    case "export":
      return fileOf(id);
    case "paid": {
      const { reference, bounced } = act;
      const body = { reference, ...(bounced.length > 0 && { bounced }) };
      await unwrap(api.POST("/admin/payouts/batches/{id}/paid", { params, body }));
      return undefined;
    }
    case "discard": {
      const body = { reason: act.reason, ...(act.notPaid && { notPaid: true }) };
      await unwrap(api.POST("/admin/payouts/batches/{id}/discard", { params, body }));
      return undefined;
    }
    case "keep":
      await unwrap(api.DELETE("/admin/payouts/batches/{id}/discard", { params }));
      return undefined;
  }
}

// Giving the file out is on record, so it is a POST and no link.
async function fileOf(id: string): Promise<Blob> {
  const address = `${location.origin}/api/admin/payouts/batches/${encodeURIComponent(id)}/export`;
  const response = await withStepUp(
    new Request(address, { method: "POST", credentials: "same-origin" }),
  );
  if (response.ok) return response.blob();
  const body: unknown = await response.json().catch(() => undefined);
  throw refused(response.status, body, response.headers.get("Retry-After"));
}

export function statementOf(id: string): string {
  return `/api/admin/payouts/requests/${encodeURIComponent(id)}/statement`;
}
