import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { apiQuery, pageQuery } from "@/api/queries";
import { pageSize } from "@/lib/offset";

export type Intent = Schemas["FundsIntentView"];
export type PaymentFile = Schemas["FundsFileView"];
export type Fact = Schemas["FundsEventView"];
export type Odd = Schemas["FundsMismatchView"];
export type Case = Schemas["FundsCaseView"];
export type Ratio = Schemas["FundsRatioView"];
export type AdminPackage = Schemas["FundsAdminPackageView"];
export type PackageDraft = Schemas["FundsPackageBody"];
export type Gateway = Schemas["FundsConfigView"];
export type Proposal = Schemas["FundsProposalView"];
export type GatewayField = Schemas["GatewayField"];

const all = ["admin-payments"] as const;
const keys = {
  all,
  intents: [...all, "intents"] as const,
  intent: (id: string) => [...all, "intent", id] as const,
  odds: [...all, "quarantine"] as const,
  cases: [...all, "receivables"] as const,
  ratios: [...all, "ratios"] as const,
  packages: [...all, "packages"] as const,
  gateways: [...all, "gateways"] as const,
  proposals: [...all, "proposals"] as const,
};

export type IntentFilter = {
  q: string;
  accountId: string;
  gateway: string;
  status: string;
  unsettled: boolean;
  offset: number;
};

export function intents({ offset, unsettled, ...filter }: IntentFilter) {
  const words = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ""));
  return pageQuery([...keys.intents, filter, unsettled, offset], "/admin/payments/intents", {
    query: { ...words, ...(unsettled && { unsettled }), offset, limit: pageSize },
  });
}

export const intent = (id: string) =>
  apiQuery(keys.intent(id), "/admin/payments/intents/{id}", { path: { id } });

export const odds = (status: string, offset: number) =>
  pageQuery([...keys.odds, status, offset], "/admin/payments/quarantine", {
    query: { offset, limit: pageSize, ...(status && { status }) },
  });

export const receivables = (status: string, accountId: string, offset: number) =>
  pageQuery([...keys.cases, status, accountId, offset], "/admin/payments/receivables", {
    query: {
      offset,
      limit: pageSize,
      ...(status && { status }),
      ...(accountId && { accountId }),
    },
  });

/** The share of disputed sales, of this month and the one before. */
export const ratios = () => apiQuery(keys.ratios, "/admin/payments/ratios");

export const allPackages = () => apiQuery(keys.packages, "/admin/payments/packages");

export const gateways = () => apiQuery(keys.gateways, "/admin/payments/gateways");

/** Gateways, packages and decisions about payments that wait for a second admin. */
export const proposals = () => apiQuery(keys.proposals, "/admin/payments/proposals");

/** A mutation after which everything about payments is asked for again: one act shows in several lists. */
function useActing<Input, Output>(act: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    onSuccess: () => {
      queries.invalidateQueries({ queryKey: ["token-packages"] });
      return queries.invalidateQueries({ queryKey: keys.all });
    },
  });
}

export function useReconcile() {
  return useActing(() => unwrap(api.POST("/admin/payments/reconcile", {})));
}

export function useReconcileOne() {
  return useActing((id: string) =>
    unwrap(api.POST("/admin/payments/intents/{id}/reconcile", { params: { path: { id } } })),
  );
}

export type IntentDecision = "won" | "lost" | "refund" | "approve" | "reject";

/** Decides about one payment, with a reason. */
export function useDecideIntent() {
  return useActing(
    async ({ id, act, reason }: { id: string; act: IntentDecision; reason: string }) => {
      const params = { path: { id } };
      if (act === "refund") {
        const body = { reason };
        return unwrap(api.POST("/admin/payments/intents/{id}/refund", { params, body }));
      }
      if (act === "won" || act === "lost") {
        const body = { outcome: act, reason };
        return unwrap(api.POST("/admin/payments/intents/{id}/outcome", { params, body }));
      }
      const body = { decision: act, reason };
      return unwrap(api.POST("/admin/payments/entries/{id}/decide", { params, body }));
    },
  );
}

type Resolution = {
  id: string;
  decision: "apply" | "drop";
  transactionId: string;
  reason: string;
};

export function useResolve() {
  return useActing(({ id, transactionId, ...body }: Resolution) =>
    unwrap(
      api.POST("/admin/payments/quarantine/{id}/decide", {
        params: { path: { id } },
        body: { ...body, ...(transactionId && { transactionId }) },
      }),
    ),
  );
}

export type CaseDecision = "recover" | "writeOff" | "close";

export function useDecideCase() {
  return useActing(({ id, ...body }: { id: string; decision: CaseDecision; reason: string }) =>
    unwrap(api.POST("/admin/payments/receivables/{id}/decide", { params: { path: { id } }, body })),
  );
}

/** Approves or drops what waits for a second admin. */
export function useDecideProposal(id: string) {
  const params = { path: { id } };
  return useActing((decision: "approve" | "reject") =>
    unwrap(
      decision === "approve"
        ? api.POST("/admin/payments/proposals/{id}/approve", { params })
        : api.POST("/admin/payments/proposals/{id}/reject", { params }),
    ),
  );
}

/** Adds a package, or replaces the one of `id`. */
export function useSavePackage() {
  return useActing(({ id, ...body }: PackageDraft & { id: string | undefined }) =>
    id === undefined
      ? unwrap(api.POST("/admin/payments/packages", { body }))
      : unwrap(api.PUT("/admin/payments/packages/{id}", { params: { path: { id } }, body })),
  );
}

export function useRemovePackage() {
  return useActing((id: string) =>
    unwrap(api.DELETE("/admin/payments/packages/{id}", { params: { path: { id } } })),
  );
}

export type Setup = {
  id: string;
  values: Record<string, string>;
  isActive: boolean;
  currencies: string[];
};

export function useSetUp() {
  return useActing(({ id, ...body }: Setup) =>
    unwrap(api.PUT("/admin/payments/gateways/{id}", { params: { path: { id } }, body })),
  );
}

export type EntryDraft = {
  username: string;
  direction: "credit" | "debit";
  tokens: number;
  reason: string;
  reference: string;
};

/** Books by hand, or leaves it to a second admin. The member is named as people know them. */
export function useEnter() {
  return useActing(async ({ username, ...entry }: EntryDraft) => {
    const found = await unwrap(
      api.GET("/users/search", { params: { query: { q: username, role: "user", limit: 100 } } }),
    );
    const member = found.data.find((one) => one.username.toLowerCase() === username.toLowerCase());
    if (member === undefined) throw new Error(`No member is called ${username}.`);
    return unwrap(
      api.POST("/admin/payments/entries", { body: { ...entry, accountId: member._id } }),
    );
  });
}
