import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type List, type Schemas, unwrap } from "@/api/client";
import { apiQuery, pageQuery } from "@/api/queries";
import { upload } from "@/api/upload";
import { withSearch } from "@/lib/address";
import { pageSize } from "@/lib/offset";
import { sharesKey } from "@/session/studio";

export type Member = Schemas["StudioMember"];
export type MemberStatus = Member["status"];
export type Invitation = Schemas["StudioInvitation"];
export type Parting = Schemas["StudioMemberParting"];
export type ModelStats = Schemas["StudioModelStats"];
export type Sums = Schemas["StudioSums"];
export type Trend = Schemas["StudioTrend"];

const keys = {
  all: ["studio-members"] as const,
  page: (status: MemberStatus | undefined, offset: number) =>
    [...keys.all, status ?? "all", offset] as const,
  stats: ["studio-stats"] as const,
  invitations: ["studio-invitations"] as const,
  partings: ["studio-members", "partings"] as const,
};

export const members = (status: MemberStatus | undefined, offset: number) =>
  apiQuery(keys.page(status, offset), "/studio/members", {
    query: { offset, limit: pageSize, ...(status && { status }) },
  });

/** Switches a member on or off; her row changes in place. */
export function useSetStatus() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, status }: { id: string; status: MemberStatus }) =>
      unwrap(api.POST("/studio/members/{id}/{status}", { params: { path: { id, status } } })),
    onSuccess: (changed) =>
      queries.setQueriesData<List<Member>>(
        { queryKey: keys.all },
        (page) =>
          page && {
            ...page,
            data: page.data.map((row) => (row._id === changed._id ? changed : row)),
          },
      ),
  });
}

export type NewMember = {
  username: string;
  email: string;
  password: string;
  dateOfBirth: string;
  gender: string;
  name: string;
  country: string;
  idVerification?: File | undefined;
  documentVerification?: File | undefined;
};

/** Opens an account in the studio; without a password she is invited by mail to choose one. */
export function useHire() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({
      member,
      onProgress,
    }: {
      member: NewMember;
      onProgress: (share: number) => void;
    }): Promise<Member> => {
      const form = new FormData();
      for (const [name, value] of Object.entries(member)) if (value) form.set(name, value);
      return upload("/studio/members", form, { onProgress });
    },
    onSuccess: () =>
      Promise.all(
        [keys.all, sharesKey, keys.stats].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

export const studioStats = () => apiQuery(keys.stats, "/studio/stats");

/** The last days of the studio, beside as many before them. */
export const trend = (days: number) =>
  pageQuery([...keys.stats, "trend", days], "/studio/statistics/trend", { query: { days } });

export type StatsOrder =
  | "name"
  | "hoursOnline"
  | "shows"
  | "tokens"
  | "studioNet"
  | "tokensPerHour";

export type StatsChoice = {
  fromDay: string;
  toDay: string;
  q: string;
  sortBy: StatsOrder;
  sort: "asc" | "desc";
};

/** What each member did in a span of days, a page of them. */
export const modelStats = (choice: StatsChoice, offset: number) =>
  pageQuery([...keys.stats, "models", choice, offset], "/studio/statistics/models", {
    query: { ...choice, offset, limit: pageSize },
  });

/** Where the table of all of them is saved. */
export const statsFile = (choice: StatsChoice) =>
  withSearch("/api/studio/statistics/export", choice);

/** Whom the studio has invited. */
export const invitations = (state: Invitation["state"] | undefined, offset: number) =>
  pageQuery([...keys.invitations, state ?? "all", offset], "/studio/invitations", {
    query: { offset, limit: pageSize, ...(state && { state }) },
  });

export function useInvite() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { to: string; rates: Record<string, number> }) =>
      unwrap(api.POST("/studio/invitations", { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.invitations }),
  });
}

export function useWithdraw() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      unwrap(api.DELETE("/studio/invitations/{id}", { params: { path: { id } } })),
    onSettled: () => queries.invalidateQueries({ queryKey: keys.invitations }),
  });
}

/** What new members get, as an invitation offers it unless told otherwise. */
export const standardShares = () =>
  apiQuery([...sharesKey, "standard"], "/studio/commission", { query: { offset: 0, limit: 1 } });

/** Members whose leaving waits for a word. */
export const partings = (offset: number) =>
  apiQuery([...keys.partings, offset], "/studio/partings", { query: { offset, limit: pageSize } });

/** Asks a member to leave. */
export function useRelease() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      unwrap(
        api.POST("/studio/members/{id}/release", { params: { path: { id } }, body: { reason } }),
      ),
    onSuccess: () => queries.invalidateQueries({ queryKey: keys.all }),
  });
}

export type PartingWord = "agree" | "refuse" | "withdraw";

/** The studio's word about a member who leaves. */
export function useDecideParting() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ id, word, answer = "" }: { id: string; word: PartingWord; answer?: string }) =>
      unwrap(
        api.POST("/studio/members/{id}/parting/{word}", {
          params: { path: { id, word } },
          body: { answer },
        }),
      ),
    onSettled: () =>
      Promise.all(
        [keys.all, sharesKey, keys.stats].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
