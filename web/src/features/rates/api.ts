import { keepPreviousData, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type Schemas, unwrap } from "@/api/client";
import { apiQuery, pageQuery } from "@/api/queries";
import { pageSize } from "@/lib/offset";
import type { Range } from "@/lib/range";
import type { IncomeKind } from "@/money/kinds.gen";
import { sharesKey } from "@/session/studio";

export type Change = Schemas["CommissionsChange"];
export type Outcome = Schemas["CommissionsOutcome"];
export type KindOutcome = Schemas["CommissionsKindOutcome"];
export type Rated = Schemas["CommissionsRated"];
export type Rate = Schemas["CommissionsRate"];
export type WantedShare = Schemas["CommissionsWantedShare"];
export type Income = Schemas["StudioIncome"];
export type Commission = Schemas["StudioCommission"];
export type Percents = Schemas["EachIncomePercent"];

/** Who looks: a performer at hers, a studio at its members', an admin at the site's. */
export type Looker = "performer" | "studio" | "admin";

const keys = {
  all: ["commissions"] as const,
  defaults: ["commissions", "defaults"] as const,
  own: ["commissions", "own"] as const,
};

/** What is kept and shared of my income now, and what my studio would like to change. */
export const ownRates = () => apiQuery(keys.own, "/settings/performer/commission");

/** My word on my studio's offer. */
export function useDecideOffer() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, word }: { id: string; word: "accept" | "decline" }) =>
      unwrap(
        api.POST("/performers/commission-offer/{id}/{word}", { params: { path: { id, word } } }),
      ),
    onSuccess: (changed) => queries.setQueryData(keys.own, changed),
    onError: () => queries.invalidateQueries({ queryKey: keys.own }),
  });
}

/** What new performers get, and one page of what each gets. */
export const commissions = (offset: number) =>
  apiQuery([...sharesKey, offset], "/studio/commission", { query: { offset, limit: pageSize } });

/** Changes one performer's shares, or, without an id, those of who joins from now on. */
export function useSetShares() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, shares }: { id: string | undefined; shares: Percents }) => {
      if (id === undefined) {
        await unwrap(api.PUT("/studio/commission", { body: shares }));
        return undefined;
      }
      return unwrap(
        api.PUT("/studio/commission/member/{id}", { params: { path: { id } }, body: shares }),
      );
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: sharesKey }),
  });
}

const mostRows = 100;

/** Everybody in the studio, with their shares. */
export function allMembers() {
  return queryOptions({
    queryKey: [...sharesKey, "all"],
    queryFn: async ({ signal }) => {
      const found: Commission[] = [];
      for (let total = 1; found.length < total; ) {
        const query = { offset: found.length, limit: mostRows };
        const page = await unwrap(api.GET("/studio/commission", { params: { query }, signal }));
        total = page.data.length === 0 ? 0 : page.total;
        found.push(...page.data);
      }
      return found;
    },
  });
}

export type WantedRates = Schemas["SomeIncomePercent"];
export type Proposal = Schemas["StudioProposal"];
export type ProposedChange = Schemas["StudioProposedChange"];

type Wanted = { members: string[]; rates: WantedRates };

/** What the same shares for several would change. */
export function usePreview() {
  return useMutation({
    mutationFn: (body: Wanted) => unwrap(api.POST("/studio/commission/preview", { body })),
  });
}

/** Offers several the same shares. */
export function usePropose() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Wanted) => unwrap(api.POST("/studio/commission/proposals", { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: sharesKey }),
  });
}

/** Takes back what waits for an answer: of one proposal, or to one performer. */
export function useRecall() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, of }: { id: string; of: "proposal" | "member" }) => {
      const params = { path: { id } };
      return unwrap(
        of === "proposal"
          ? api.DELETE("/studio/commission/proposals/{id}", { params })
          : api.DELETE("/studio/commission/member/{id}/offer", { params }),
      );
    },
    onSettled: () => queries.invalidateQueries({ queryKey: sharesKey }),
  });
}

/** Every change of a rate that concerns the looker, or, for an admin, one account. */
export function history(who: Looker, account: string, offset: number) {
  return queryOptions({
    queryKey: [...keys.all, "history", who, account, offset],
    queryFn: ({ signal }) => {
      const query = { offset, limit: pageSize };
      switch (who) {
        case "performer":
          return unwrap(
            api.GET("/earning/performer/commission-history", { params: { query }, signal }),
          );
        case "studio":
          return unwrap(
            api.GET("/earning/studio/commission-history", { params: { query }, signal }),
          );
        case "admin":
          return unwrap(
            api.GET("/admin/commissions/history", {
              params: { query: { ...query, ...(account && { account }) } },
              signal,
            }),
          );
      }
    },
    placeholderData: keepPreviousData,
  });
}

/** What other rates would have made of the same incomes. */
export function useSimulation(who: Looker) {
  return useMutation({
    mutationFn: ({ range, rates }: { range: Range; rates: WantedShare[] }) => {
      const body = { ...range, rates };
      switch (who) {
        case "performer":
          return unwrap(api.POST("/earning/performer/simulate", { body }));
        case "studio":
          return unwrap(api.POST("/earning/studio/simulate", { body }));
        case "admin":
          return unwrap(api.POST("/admin/commissions/simulate", { body }));
      }
    },
  });
}

/** What the site keeps unless told otherwise. */
export const defaultRates = () => apiQuery(keys.defaults, "/admin/commissions");

export function useSetDefaults() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (rates: { kind: IncomeKind; site: number }[]) =>
      unwrap(api.PUT("/admin/commissions", { body: { rates } })),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.all }),
  });
}

/** Who has rates of her own; with words, whose name has them in it. */
export const ratedAccounts = (q: string, role: "performer" | "studio", offset: number) =>
  pageQuery([...keys.all, "accounts", q, role, offset], "/admin/commissions/accounts", {
    query: { offset, limit: pageSize, role, ...(q && { q }) },
  });

export type NewRates = {
  id: string;
  /** Without a site's part the default holds again. */
  rates: { kind: IncomeKind; site?: number }[];
  reason: string;
};

/** Sets what the site keeps of one account's income, from now on. */
export function useSetRates() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: NewRates) =>
      unwrap(api.PUT("/admin/commissions/accounts/{id}", { params: { path: { id } }, body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.all }),
  });
}
