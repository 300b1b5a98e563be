import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, type List, type Schemas, unwrap } from "@/api/client";
import { upload } from "@/api/upload";
import { pageSize } from "@/lib/offset";
import { sharesKey } from "@/session/studio";

export type Member = Schemas["StudioMember"];
export type MemberStatus = Member["status"];

const keys = {
  all: ["studio-members"] as const,
  page: (status: MemberStatus | undefined, offset: number) =>
    [...keys.all, status ?? "all", offset] as const,
  stats: ["studio-stats"] as const,
};

export function members(status: MemberStatus | undefined, offset: number) {
  return queryOptions({
    queryKey: keys.page(status, offset),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET("/studio/members", {
          params: { query: { offset, limit: pageSize, ...(status && { status }) } },
          signal,
        }),
      ),
  });
}

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

export function studioStats() {
  return queryOptions({
    queryKey: keys.stats,
    queryFn: ({ signal }) => unwrap(api.GET("/studio/stats", { signal })),
  });
}

/** Takes me out of my studio. */
export function useLeaveStudio() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.POST("/performers/studio/leave")),
    onSuccess: () => queries.invalidateQueries(),
  });
}
