import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { pageSize } from "@/lib/offset";
import type { Status } from "@/money/refunds/types";

export type AdminRefundRequest = Schemas["RefundsAdminRefundRequest"];
export type RefundFile = Schemas["RefundsRefundView"];
export type Split = Schemas["RefundsRefundSplit"];
export type Debt = Schemas["RefundsRefundDebt"];

const all = ["admin-refunds"] as const;

export type Filter = {
  status: Status | undefined;
  type: string;
  memberId: string;
  performerId: string;
  offset: number;
};

/** Everybody's requests; those that wait longest first when they are asked for. */
export function requests({ status, offset, ...filter }: Filter) {
  const words = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ""));
  return queryOptions({
    queryKey: [...all, "search", status, filter, offset],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/admin/refund-requests", {
          params: {
            query: {
              ...words,
              ...(status && { status }),
              sort: status === "pending" ? "asc" : "desc",
              offset,
              limit: pageSize,
            },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** A request, and who would give what of so many tokens; empty: of all that is left. */
export function file(id: string, token: string, siteAbsorbs: boolean) {
  return queryOptions({
    queryKey: [...all, "one", id, token, siteAbsorbs],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/admin/refund-requests/{id}", {
          params: {
            path: { id },
            query: { ...(token && { token }), ...(siteAbsorbs && { siteAbsorbs }) },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

type Decision = {
  id: string;
  status: "resolved" | "rejected";
  /** None: all that is left. */
  token?: number;
  siteAbsorbs: boolean;
  note: string;
};

export function useDecide() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: Decision) =>
      unwrap(api.PUT("/admin/refund-requests/{id}", { params: { path: { id } }, body })),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: all }),
        queries.invalidateQueries({ queryKey: ["admin-statistics"] }),
      ]),
  });
}
