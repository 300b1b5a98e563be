import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { pageQuery } from "@/api/queries";
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
  return pageQuery([...all, "search", status, filter, offset], "/admin/refund-requests", {
    query: {
      ...words,
      ...(status && { status }),
      sort: status === "pending" ? "asc" : "desc",
      offset,
      limit: pageSize,
    },
  });
}

/** A request, and who would give what of so many tokens; empty: of all that is left. */
export const file = (id: string, token: string, siteAbsorbs: boolean) =>
  pageQuery([...all, "one", id, token, siteAbsorbs], "/admin/refund-requests/{id}", {
    path: { id },
    query: { ...(token && { token }), ...(siteAbsorbs && { siteAbsorbs }) },
  });

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
