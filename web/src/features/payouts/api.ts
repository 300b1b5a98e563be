import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { apiQuery, pageQuery } from "@/api/queries";
import { pageSize } from "@/lib/offset";
import type { Method, PayoutRequest, Status } from "@/money/payouts/types";

/** Who is paid here. Both have calls of their own, which are alike. */
export type Earner = "performer" | "studio";

export type Preview = Schemas["PayoutsPayoutPreview"];
export type Stats = Schemas["PayoutsPayoutStats"];
export type Destination = Schemas["PayoutsPaymentInformation"];
export type DestinationBody = Schemas["PayoutsInformationBody"];

export const keys = {
  all: ["payouts"] as const,
  details: ["payouts", "details"] as const,
};

/** Where I am paid, masked, and until when a change stops payouts. */
export const details = () => apiQuery(keys.details, "/payment-information");

/** Changes where I am paid by one method. What a request may do changes with it. */
export function useSetDetails() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: DestinationBody) => unwrap(api.POST("/payment-information", { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.all }),
  });
}

/** How I stand. */
export const stats = (earner: Earner) =>
  apiQuery([...keys.all, "stats", earner], `/payout-requests/${earner}/stats`);

/** What a request would be now; no tokens: of all that is available. */
export const preview = (earner: Earner, method: Method, tokens: string) =>
  pageQuery([...keys.all, "preview", earner, method, tokens], `/earning/${earner}/payout`, {
    query: { paymentAccountType: method, ...(tokens && { requestTokens: tokens }) },
  });

export type NewRequest = {
  method: Method;
  /** Of the preview that was agreed to, so that nothing else is asked for. */
  tokens: number;
  note: string;
  /** One per intention. */
  key: string;
};

export function useCreate(earner: Earner) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ method, tokens, note, key }: NewRequest) =>
      unwrap(
        api.POST(`/payout-requests/${earner}`, {
          body: {
            paymentAccountType: method,
            requestTokens: tokens,
            ...(note && { requestNote: note }),
          },
          params: { header: { "Idempotency-Key": key } },
        }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.all }),
  });
}

type Filter = { status: Status | undefined; offset: number };

/** My requests, newest first. */
export const requests = (earner: Earner, { status, offset }: Filter) =>
  pageQuery(
    [...keys.all, "requests", earner, status, offset],
    `/payout-requests/${earner}/search`,
    { query: { offset, limit: pageSize, ...(status && { status }) } },
  );

/** Takes a request back; its tokens are available again. */
export function useCancel(earner: Earner) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(
        api.PUT(`/payout-requests/${earner}/{id}`, {
          params: { path: { id } },
          body: { status: "cancelled" },
        }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.all }),
  });
}

/** The requests that my studio decides, newest first. */
export const memberRequests = ({ status, offset }: Filter) =>
  pageQuery([...keys.all, "members", status, offset], "/payout-requests/studio/performer-request", {
    query: { offset, limit: pageSize, ...(status && { status }) },
  });

export type Decision = {
  request: PayoutRequest;
  to: "processing" | "done" | "rejected";
  /** Why it is rejected, or how it was paid. */
  note: string;
};

/** Decides a member's request. What it did to the studio's own tokens is asked anew. */
export function useDecide() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ request, to, note }: Decision) =>
      unwrap(
        api.PUT("/payout-requests/studio/update/{id}", {
          params: { path: { id: request._id } },
          body: { status: to, ...(note && { note }) },
        }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.all }),
  });
}

/** Where the statement of a request is, to who asked and to the studio that decides. */
export function statementOf(earner: Earner, id: string): string {
  return `/api/payout-requests/${earner}/${encodeURIComponent(id)}/statement`;
}
